#!/bin/sh
# Whether a delivery is genuine: its Tuma-Signature header, and its body exactly as it came.
# WEBHOOK_SECRET=whsec_... sh check-signature.sh 't=1790000001,v1=5257...' < body.json
set -eu
seconds=$(printf %s "$1" | tr ',' '\n' | sed -n 's/^t=\([0-9]*\)$/\1/p' | head -n 1)
age=$(($(date +%s) - ${seconds:-0}))
[ "$age" -le 300 ] && [ "$age" -ge -300 ] || { echo 'too old'; exit 1; }
expected=$({ printf '%s.' "$seconds"; cat; } | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d ' ' -f 1)
case ",$1," in
  *",v1=$expected,"*) echo 'genuine' ;;
  *) echo 'not genuine'; exit 1 ;;
esac
