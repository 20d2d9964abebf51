/**
 * A command for a customer's terminal that binds to the SMPP server once, says what it answered, and
 * unbinds. It needs Python 3 alone.
 */
export function bindExample(
  to: { host: string; smppPort: number },
  systemId: string,
  password: string,
): string {
  const quoted = `'${password.replaceAll("'", `'\\''`)}'`;
  return `SMPP_PASSWORD=${quoted} python3 - <<'END'
import os, socket, struct

HOST, PORT = ${JSON.stringify(to.host)}, ${to.smppPort}
SYSTEM_ID, PASSWORD = ${JSON.stringify(systemId)}, os.environ["SMPP_PASSWORD"]

# bind_transceiver: names end with a zero, then interface version 3.4 and no address range
body = SYSTEM_ID.encode() + b"\\0" + PASSWORD.encode() + b"\\0\\0\\x34\\0\\0\\0"
with socket.create_connection((HOST, PORT), 10) as link:
    link.sendall(struct.pack(">IIII", 16 + len(body), 9, 0, 1) + body)
    answer = link.recv(16, socket.MSG_WAITALL)
    length, command, status, sequence = struct.unpack(">IIII", answer)
    link.recv(length - 16, socket.MSG_WAITALL)
    link.sendall(struct.pack(">IIII", 16, 6, 0, 2))  # unbind
print("Bound" if status == 0 else f"Refused with status 0x{status:08X}")
END`;
}
