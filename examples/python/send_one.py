# Sends one message.   python3 send_one.py +254712345678 'Your code is 4821.'
import os, sys
from api import call

message = call("POST", "/v1/messages", {"from": os.environ.get("SENDER", "TUMA"), "to": sys.argv[1], "text": sys.argv[2]})
print(message["messageId"], message["segments"], message["units"])
