#!/usr/bin/env bash
# A Neo4j Community server from its Maven jars, for tests and a first look where Docker can't run. Needs Java 17+ and Maven.
#   server.sh start    fetches the jars once, starts the server, prints its Bolt address when it is ready
#   server.sh stop     ends it; `server.sh wipe` ends it and removes its data
# Environment: NEO4J_FOLDER (default .neo4j), NEO4J_JARS (default NEO4J_FOLDER/jars), NEO4J_BOLT (17687), NEO4J_HTTP (17474),
# NEO4J_HEAP (1g).
# It listens on this machine only and asks for no password.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(realpath -m "${NEO4J_FOLDER:-.neo4j}")
jars=$(realpath -m "${NEO4J_JARS:-$folder/jars}")
home=$folder/home
bolt=${NEO4J_BOLT:-17687}
http=${NEO4J_HTTP:-17474}

running() { [ -s "$folder/pid" ] && kill -0 "$(cat "$folder/pid")" 2>/dev/null; }

fetch() {
  cmp -s "$here/pom.xml" "$jars/pom.xml" && return
  # Beside its place and moved there whole: an interrupted fetch leaves nothing, and two at once do not mix.
  local part=$jars.$$
  mvn --batch-mode --quiet -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$part" -DincludeScope=runtime >&2
  cp "$here/pom.xml" "$part/pom.xml"
  rm -rf "$jars"
  mv "$part" "$jars"
}

configure() {
  mkdir -p "$home/conf" "$home/import"
  # The advertised address matters: without it neo4j:// is sent on to port 7687. Preallocated logs would take 500 MB.
  cat > "$home/conf/neo4j.conf" <<CONF
dbms.security.auth_enabled=false
server.default_listen_address=127.0.0.1
server.default_advertised_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:$bolt
server.bolt.advertised_address=127.0.0.1:$bolt
server.http.listen_address=127.0.0.1:$http
server.http.advertised_address=127.0.0.1:$http
server.memory.pagecache.size=256m
server.directories.import=import
db.tx_log.preallocate=false
db.tx_log.rotation.retention_policy=keep_none
dbms.usage_report.enabled=false
client.allow_telemetry=false
browser.remote_content_hostname_whitelist=localhost,127.0.0.1
CONF
}

start() {
  fetch
  if ! running; then
    configure
    setsid java -Xms256m "-Xmx${NEO4J_HEAP:-1g}" --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
      --add-opens=java.base/sun.nio.ch=ALL-UNNAMED -cp "$jars/*" org.neo4j.server.CommunityEntryPoint \
      --home-dir="$home" --config-dir="$home/conf" > "$home/console.log" 2>&1 < /dev/null &
    echo $! > "$folder/pid"
  fi
  for _ in $(seq 1 600); do
    if ! running; then
      cat "$home/console.log" >&2
      tail -n 5 "$home/logs/neo4j.log" >&2 || true
      exit 1
    fi
    # HTTP answers only when the databases are up; the Bolt port opens a little earlier.
    if (exec 3<> "/dev/tcp/127.0.0.1/$http") 2>/dev/null && curl --silent --fail "http://127.0.0.1:$http/" > /dev/null; then
      echo "bolt://127.0.0.1:$bolt"
      return
    fi
    sleep 0.2
  done
  echo "Neo4j was not ready after two minutes; see $home/logs" >&2
  exit 1
}

stop() {
  running || return 0
  kill -TERM "$(cat "$folder/pid")"
  for _ in $(seq 1 300); do
    running || { rm -f "$folder/pid"; return 0; }
    sleep 0.1
  done
  echo "Neo4j, process $(cat "$folder/pid"), still runs after 30 s" >&2
  exit 1
}

case "${1:-}" in
  start) start ;;
  stop) stop ;;
  wipe) stop; rm -rf "$home" ;;
  *) sed -n '2,7p' "$0"; exit 2 ;;
esac
