#!/bin/sh
# Does an artefact work: packaging/smoke.sh COMMAND.  Ends with the first thing that does not.
set -eu
confty=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
say() { printf '%s\n' "$*" >&2; }

$confty version --verbose
$confty check -q examples/company/users.rcl examples/company/service.toml
$confty eval --format yaml examples/company/service.toml > "$folder/service.yaml"
grep -q 'name: "\{0,1\}shop' "$folder/service.yaml"
printf '{ a: 1 + 1 }' > "$folder/a.jsonnet"
test "$($confty query "$folder/a.jsonnet" input.a)" = 2
printf '{a:1}' | $confty fmt --lang jsonnet - | grep -q '{ a: 1 }'
$confty explain json/empty > "$folder/page.md"
$confty man > "$folder/confty.1"
$confty doctor > "$folder/doctor.txt"
$confty schema list > "$folder/schemas.txt"
$confty preview examples/company/infra --config token=x > "$folder/preview.txt"
printf 'let x: Number = "a"; x' > "$folder/wrong.rcl"
if $confty check -q "$folder/wrong.rcl" > "$folder/findings.txt"; then
    say "a mistake was not found"
    exit 1
fi
grep -q 'rcl/type-mismatch' "$folder/findings.txt"
say "$confty: works"
