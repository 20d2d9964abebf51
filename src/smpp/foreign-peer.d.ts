/** The part of the npm library `smpp` that tests and the benchmark use; it brings no types. */
declare module 'smpp' {
  import type { Server } from 'node:net';

  type Fields = Record<string, unknown>;

  export class PDU {
    constructor(command: string | Buffer, fields?: Fields);
    command: string;
    command_status: number;
    sequence_number: number;
    message_id: string;
    source_addr: string;
    destination_addr: string;
    esm_class: number;
    short_message: { message: string | Buffer; udh?: Buffer[] };
    message_payload?: { message: string | Buffer };
    receipted_message_id?: string;
    message_state?: number;
    response(fields?: Fields): PDU;
    toBuffer(): Buffer;
  }

  type Answer = (pdu: PDU) => void;

  export class Session {
    on(event: string, listener: (pdu: PDU) => void): void;
    send(pdu: PDU): boolean;
    close(): void;
    destroy(): void;
    bind_transceiver(fields: Fields, answer: Answer): void;
    submit_sm(fields: Fields, answer: Answer): void;
    deliver_sm(fields: Fields, answer: Answer): void;
    query_sm(fields: Fields, answer: Answer): void;
    enquire_link(answer: Answer): void;
    unbind(answer: Answer): void;
  }

  const smpp: {
    PDU: typeof PDU;
    connect(options: { host: string; port: number }, connected: () => void): Session;
    createServer(accept: (session: Session) => void): Server;
  };
  export default smpp;
}
