# Reads the status of a message.   python3 status.py MESSAGE_ID
import sys
from api import call

message = call("GET", "/v1/messages/" + sys.argv[1])
print(message["status"], message["carrierStatus"] or "")
