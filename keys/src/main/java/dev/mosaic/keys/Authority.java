package dev.mosaic.keys;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/**
 * Who says which units belong to a cluster: a key, and the certificate that all units trust. Keys are EC P-256.
 *
 * @param certificate its own
 * @param key what it signs with
 */
record Authority(X509Certificate certificate, PrivateKey key) {
    /** What one unit shows. */
    record Issued(X509Certificate certificate, PrivateKey key) {}

    private static final String SIGNATURE = "SHA256withECDSA";
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);
    private static final SecureRandom RANDOM = new SecureRandom();

    /** A new one, of a name that no other has. */
    static Authority create(Instant now, Duration life) throws GeneralSecurityException {
        KeyPair pair = newPair();
        byte[] mark = new byte[4];
        RANDOM.nextBytes(mark);
        X500Principal name =
                new X500Principal("CN=Mosaic authority " + HexFormat.of().formatHex(mark));
        try {
            JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
            X509v3CertificateBuilder builder = builder(name, name, now, now.plus(life), pair)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))
                    .addExtension(
                            Extension.subjectKeyIdentifier,
                            false,
                            identifiers.createSubjectKeyIdentifier(pair.getPublic()));
            return new Authority(sign(builder, pair.getPrivate()), pair.getPrivate());
        } catch (IOException e) {
            throw new GeneralSecurityException("cannot write a certificate", e);
        }
    }

    /**
     * A certificate for units, to be shown as server and as client; it does not outlive the authority.
     *
     * @param hosts names and addresses at which http clients find a unit; units themselves look at the authority alone
     */
    Issued issue(Instant now, Duration life, List<String> hosts) throws GeneralSecurityException {
        KeyPair pair = newPair();
        Instant end = now.plus(life);
        Instant last = certificate.getNotAfter().toInstant();
        X500Principal name = new X500Principal("CN=Mosaic unit");
        try {
            JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
            X509v3CertificateBuilder builder = builder(
                            certificate.getSubjectX500Principal(), name, now, end.isBefore(last) ? end : last, pair)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                    .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(new KeyPurposeId[] {
                        KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
                    }))
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            identifiers.createAuthorityKeyIdentifier(certificate.getPublicKey()));
            if (!hosts.isEmpty()) {
                builder.addExtension(
                        Extension.subjectAlternativeName,
                        false,
                        new GeneralNames(hosts.stream().map(Authority::name).toArray(GeneralName[]::new)));
            }
            X509Certificate issued = sign(builder, key);
            issued.verify(certificate.getPublicKey());
            return new Issued(issued, pair.getPrivate());
        } catch (SignatureException e) {
            throw new GeneralSecurityException("ca.key is not the key of the newest authority in ca.crt", e);
        } catch (IOException e) {
            throw new GeneralSecurityException("cannot write a certificate", e);
        }
    }

    private static GeneralName name(String host) {
        return new GeneralName(IPAddress.isValid(host) ? GeneralName.iPAddress : GeneralName.dNSName, host);
    }

    private static X509v3CertificateBuilder builder(
            X500Principal issuer, X500Principal subject, Instant now, Instant end, KeyPair pair) {
        BigInteger serial = new BigInteger(127, RANDOM).add(BigInteger.ONE);
        return new JcaX509v3CertificateBuilder(
                issuer, serial, Date.from(now.minus(CLOCKS_DIFFER)), Date.from(end), subject, pair.getPublic());
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey signer)
            throws GeneralSecurityException {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(signer)));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException("cannot sign", e);
        }
    }

    private static KeyPair newPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
        return generator.generateKeyPair();
    }
}
