# Sends up to 1,000 messages in one call, and tells what was refused.   python3 send_many.py +254712345678 +254722345692
import os, sys
from api import call

sender = os.environ.get("SENDER", "TUMA")
messages = [{"from": sender, "to": to, "text": "Your parcel is here.", "clientReference": f"parcel-{at}"} for at, to in enumerate(sys.argv[1:], 1)]
answer = call("POST", "/v1/messages", {"messages": messages})
for each in answer["messages"]:
    print(each["to"], each.get("messageId") or f"{each['error']}: {each['message']}")
print(f"{answer['acceptedCount']} accepted, {answer['refusedCount']} refused, {answer['units']} units")
