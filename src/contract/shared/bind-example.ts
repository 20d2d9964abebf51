/**
 * A command for a customer's terminal that binds to the SMPP server once, says what it answered, and
 * unbinds. It needs Python 3 alone.
 * @param password left out, the command asks for it in the terminal
 */
export function bindExample(
  to: { host: string; smppPort: number },
  systemId: string,
  password?: string,
): string {
  const given =
    password === undefined ? '' : `SMPP_PASSWORD='${password.replaceAll("'", `'\\''`)}' `;
  const read =
    password === undefined
      ? 'getpass.getpass("Password: ")  # read from the terminal, and not shown'
      : 'os.environ["SMPP_PASSWORD"]';
  return `${given}python3 - <<'END'
import ${password === undefined ? 'getpass' : 'os'}, socket, struct

HOST, PORT = ${JSON.stringify(to.host)}, ${to.smppPort}
SYSTEM_ID, PASSWORD = ${JSON.stringify(systemId)}, ${read}

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
