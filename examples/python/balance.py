# What is left to send with.   python3 balance.py
from api import call

balance = call("GET", "/v1/balance")
print(f"{balance['units']} units, and {balance['heldUnits']} set aside")
