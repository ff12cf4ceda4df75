#!/bin/sh
# Unpacks a program of Debian testing with its libraries into a folder, and writes a command that starts it with them. Nothing else on the
# machine changes.
# Usage: unpack-testing.sh PACKAGE FOLDER COMMAND
set -eu
package=$1
folder=$2
command=$3
mkdir -p "$folder/lists/partial" "$folder/archives/partial" "$folder/root"
: >"$folder/status"
site=$(apt-get indextargets --format '$(SITE)' | head -n 1)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $site testing main" >"$folder/sources.list"
get() {
  apt-get -qq -y -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State="$folder" -o Dir::State::Status="$folder/status" -o Dir::Cache="$folder" \
    -o APT::Install-Recommends=false -o APT::Sandbox::User=root "$@"
}
get update
get --download-only install "$package"
for archive in "$folder"/archives/*.deb; do dpkg -x "$archive" "$folder/root"; done
rm -r "$folder/archives" "$folder/lists"
libraries=$(echo "$folder"/root/usr/lib/*-linux-gnu)
loader=$(echo "$libraries"/ld-linux-*.so.*)
mkdir -p "$(dirname "$command")"
cat >"$command" <<END
#!/bin/sh
exec "$loader" --library-path "$libraries:$libraries/pulseaudio" "$folder/root/usr/bin/$package" "\$@"
END
chmod +x "$command"
