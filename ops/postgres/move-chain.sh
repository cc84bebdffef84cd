#!/usr/bin/env bash
# Copies every row of a chain to a database of its own: move-chain.sh CHAIN_ID HOME_URL CHAIN_URL
# Before it, `sluice-provider migrate` created the tables of the chain there. No process of the provider may run.
set -euo pipefail
tables=$(psql "$2" -Atc "select inhrelid::regclass from pg_inherits where inhrelid::regclass::text like '%\_$1'")
for table in $tables; do
  psql "$2" -c "\copy $table to stdout" | psql "$3" -v ON_ERROR_STOP=1 -qc "\copy $table from stdin"
done
# The numbers of events and posts go on where they were.
psql "$3" -qc "select setval('outbox_seq', greatest(1, max(seq))) from outbox" \
  -c "select setval('cross_posts_id', greatest(1, max(id))) from cross_posts"
