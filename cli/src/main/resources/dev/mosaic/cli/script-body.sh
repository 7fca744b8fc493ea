
# Keys of this job's own, in a folder that all its machines see.
keys=$(mktemp -d "$PWD/.mosaic-keys.XXXXXX")
"$mosaic" keys --authority "$keys-authority" "$keys" >/dev/null
rm -rf "$keys-authority" # nobody joins with keys that are made later
address=$(hostname -f):$((20000 + ${job//[^0-9]/} % 20000))

"$mosaic" head --listen "$address" --keys "$keys" &
head=$!
start_nodes "$mosaic" node --join "$address" --keys "$keys" --workers "$workers" &
nodes=$!
end() {
    kill "$nodes" "$head" 2>/dev/null || true
    wait
    rm -rf "$keys"
}
trap end EXIT

# The program finds the cluster by Mosaic.fromEnvironment().
export MOSAIC_ADDRESS=tcp://$address MOSAIC_KEYS=$keys
