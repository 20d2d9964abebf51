#!/bin/sh
# Reads the status of a message.   sh status.sh MESSAGE_ID
set -eu
curl --silent --show-error --fail-with-body "$API_URL/v1/messages/$1" --header "Authorization: Bearer $API_KEY"
