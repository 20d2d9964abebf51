#!/bin/sh
# Sends up to 1,000 messages in one call; each has an outcome of its own.   sh send-many.sh < messages.json
# messages.json: {"messages": [{"from": "TUMA", "to": "+254712345678", "text": "Hello, Amina."}, ...]}
set -eu
curl --silent --show-error --fail-with-body "$API_URL/v1/messages" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Idempotency-Key: $(openssl rand -hex 16)" \
  --header 'Content-Type: application/json' \
  --data @-
