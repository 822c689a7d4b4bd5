#!/bin/sh
# The user of the replicas, who may use the tables that tempofiller_owner makes, and no more. The image of PostgreSQL runs this once.
set -eu
psql --set=ON_ERROR_STOP=1 --username=tempofiller_owner --dbname=tempofiller \
  --set=password="$(cat /run/secrets/database-password)" <<'SQL'
CREATE ROLE tempofiller LOGIN PASSWORD :'password';
CREATE SCHEMA tempofiller;
GRANT USAGE ON SCHEMA tempofiller TO tempofiller;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA tempofiller TO tempofiller;
ALTER DEFAULT PRIVILEGES IN SCHEMA tempofiller GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO tempofiller;
SQL
