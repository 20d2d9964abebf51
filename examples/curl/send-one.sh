#!/bin/sh
# Sends one message.   API_URL=https://sms.example.com API_KEY=tuma_test_... sh send-one.sh +254712345678 'Your code is 4821.'
set -eu
curl --silent --show-error --fail-with-body "$API_URL/v1/messages" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Idempotency-Key: $(openssl rand -hex 16)" \
  --header 'Content-Type: application/json' \
  --data "{\"from\": \"${SENDER:-TUMA}\", \"to\": \"$1\", \"text\": \"$2\"}"
