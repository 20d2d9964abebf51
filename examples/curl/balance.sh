#!/bin/sh
# What is left to send with.   sh balance.sh
set -eu
curl --silent --show-error --fail-with-body "$API_URL/v1/balance" --header "Authorization: Bearer $API_KEY"
