{{- define "mosaic.fullname" -}}
{{- .Values.fullnameOverride | default (printf "%s-operator" (.Release.Name | trunc 44 | trimSuffix "-")) -}}
{{- end -}}

{{/* Of what is not in the release's namespace: another release may have the same name in another one. */}}
{{- define "mosaic.globalname" -}}
{{- printf "%s.%s" (include "mosaic.fullname" .) .Release.Namespace -}}
{{- end -}}

{{- define "mosaic.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (ternary (include "mosaic.fullname" .) "default" .Values.serviceAccount.create) -}}
{{- end -}}

{{/* What pods are found by; a release never changes it. */}}
{{- define "mosaic.selector" -}}
app.kubernetes.io/name: mosaic-operator
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "mosaic.labels" -}}
{{ include "mosaic.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: mosaic
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* repository@digest or repository:tag of (list image context). */}}
{{- define "mosaic.image" -}}
{{- $image := index . 0 -}}
{{- $context := index . 1 -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $image.repository $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $image.repository ($image.tag | default $context.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* What the namespaces that enforce Pod Security "restricted" ask for. Values that came with a later chart are null where --reuse-values has those of an earlier one. */}}
{{- define "mosaic.podSecurity" -}}
{{- $context := dict "runAsNonRoot" true "seccompProfile" (dict "type" "RuntimeDefault") -}}
{{- if ne (toString .Values.fixedUser) "false" -}}
{{- $context = merge $context (dict "runAsUser" 65532 "runAsGroup" 65532 "fsGroup" 65532) -}}
{{- end -}}
{{- toYaml (mergeOverwrite $context (deepCopy (.Values.podSecurityContext | default dict))) -}}
{{- end -}}

{{- define "mosaic.containerSecurity" -}}
{{- $context := dict "allowPrivilegeEscalation" false "readOnlyRootFilesystem" true "capabilities" (dict "drop" (list "ALL")) -}}
{{- toYaml (mergeOverwrite $context (deepCopy (.Values.securityContext | default dict))) -}}
{{- end -}}
