// Long because it is the tables of the standard, each of them whole.
/**
 * SMPP 3.4 as its own tables (sections 4 and 5 of the specification): every PDU field by field, every optional
 * parameter, every status. The types below are derived from the tables, so a table row is the only place to change.
 */

/** int1, int2, int4: unsigned big-endian. cstring: octets up to a NUL, the maximum counts the NUL. */
type FieldType =
  | 'int1'
  | 'int2'
  | 'int4'
  | 'cstring'
  | 'short_message'
  | 'destinations'
  | 'unsuccessful';
type FieldRow = readonly [name: string, type: FieldType, maximum: number];

/** One address of a submit_multi: a subscriber (dest_flag 1) or a distribution list (dest_flag 2). */
export type Destination =
  | { dest_flag: 1; dest_addr_ton: number; dest_addr_npi: number; destination_addr: string }
  | { dest_flag: 2; dl_name: string };

/** One address that a submit_multi did not reach, with the ESME_* status as reason. */
export interface Unsuccessful {
  dest_addr_ton: number;
  dest_addr_npi: number;
  destination_addr: string;
  error_status_code: number;
}

const SOURCE = [
  ['source_addr_ton', 'int1', 1],
  ['source_addr_npi', 'int1', 1],
  ['source_addr', 'cstring', 21],
] as const;

const DESTINATION = [
  ['dest_addr_ton', 'int1', 1],
  ['dest_addr_npi', 'int1', 1],
  ['destination_addr', 'cstring', 21],
] as const;

const BIND = [
  ['system_id', 'cstring', 16],
  // The standard says 9. Carriers issue passwords of up to 16 characters, and their SMSCs accept
  // them.
  ['password', 'cstring', 17],
  ['system_type', 'cstring', 13],
  ['interface_version', 'int1', 1],
  ['addr_ton', 'int1', 1],
  ['addr_npi', 'int1', 1],
  ['address_range', 'cstring', 41],
] as const;

const BIND_RESP = [['system_id', 'cstring', 16]] as const;

const HOW_TO_SEND = [
  ['esm_class', 'int1', 1],
  ['protocol_id', 'int1', 1],
  ['priority_flag', 'int1', 1],
  ['schedule_delivery_time', 'cstring', 17],
  ['validity_period', 'cstring', 17],
  ['registered_delivery', 'int1', 1],
  ['replace_if_present_flag', 'int1', 1],
  ['data_coding', 'int1', 1],
  ['sm_default_msg_id', 'int1', 1],
  ['short_message', 'short_message', 254],
] as const;

const SHORT_MESSAGE = [
  ['service_type', 'cstring', 6],
  ...SOURCE,
  ...DESTINATION,
  ...HOW_TO_SEND,
] as const;

const MESSAGE_ID = [['message_id', 'cstring', 65]] as const;

/** Command id and mandatory fields, in the order of the wire. A response has the highest bit of its id set. */
export const COMMANDS = {
  generic_nack: { id: 0x80000000, fields: [] },
  bind_receiver: { id: 0x00000001, fields: BIND },
  bind_receiver_resp: { id: 0x80000001, fields: BIND_RESP },
  bind_transmitter: { id: 0x00000002, fields: BIND },
  bind_transmitter_resp: { id: 0x80000002, fields: BIND_RESP },
  query_sm: { id: 0x00000003, fields: [...MESSAGE_ID, ...SOURCE] },
  query_sm_resp: {
    id: 0x80000003,
    fields: [
      ...MESSAGE_ID,
      ['final_date', 'cstring', 17],
      ['message_state', 'int1', 1],
      ['error_code', 'int1', 1],
    ],
  },
  submit_sm: { id: 0x00000004, fields: SHORT_MESSAGE },
  submit_sm_resp: { id: 0x80000004, fields: MESSAGE_ID },
  deliver_sm: { id: 0x00000005, fields: SHORT_MESSAGE },
  deliver_sm_resp: { id: 0x80000005, fields: MESSAGE_ID },
  unbind: { id: 0x00000006, fields: [] },
  unbind_resp: { id: 0x80000006, fields: [] },
  replace_sm: {
    id: 0x00000007,
    fields: [
      ...MESSAGE_ID,
      ...SOURCE,
      ['schedule_delivery_time', 'cstring', 17],
      ['validity_period', 'cstring', 17],
      ['registered_delivery', 'int1', 1],
      ['sm_default_msg_id', 'int1', 1],
      ['short_message', 'short_message', 254],
    ],
  },
  replace_sm_resp: { id: 0x80000007, fields: [] },
  cancel_sm: {
    id: 0x00000008,
    fields: [['service_type', 'cstring', 6], ...MESSAGE_ID, ...SOURCE, ...DESTINATION],
  },
  cancel_sm_resp: { id: 0x80000008, fields: [] },
  bind_transceiver: { id: 0x00000009, fields: BIND },
  bind_transceiver_resp: { id: 0x80000009, fields: BIND_RESP },
  outbind: {
    id: 0x0000000b,
    fields: [
      ['system_id', 'cstring', 16],
      ['password', 'cstring', 17],
    ],
  },
  enquire_link: { id: 0x00000015, fields: [] },
  enquire_link_resp: { id: 0x80000015, fields: [] },
  submit_multi: {
    id: 0x00000021,
    fields: [
      ['service_type', 'cstring', 6],
      ...SOURCE,
      ['dest_address', 'destinations', 254],
      ...HOW_TO_SEND,
    ],
  },
  submit_multi_resp: {
    id: 0x80000021,
    fields: [...MESSAGE_ID, ['unsuccess_sme', 'unsuccessful', 255]],
  },
  alert_notification: {
    id: 0x00000102,
    fields: [
      ['source_addr_ton', 'int1', 1],
      ['source_addr_npi', 'int1', 1],
      ['source_addr', 'cstring', 65],
      ['esme_addr_ton', 'int1', 1],
      ['esme_addr_npi', 'int1', 1],
      ['esme_addr', 'cstring', 65],
    ],
  },
  data_sm: {
    id: 0x00000103,
    fields: [
      ['service_type', 'cstring', 6],
      ['source_addr_ton', 'int1', 1],
      ['source_addr_npi', 'int1', 1],
      ['source_addr', 'cstring', 65],
      ['dest_addr_ton', 'int1', 1],
      ['dest_addr_npi', 'int1', 1],
      ['destination_addr', 'cstring', 65],
      ['esm_class', 'int1', 1],
      ['registered_delivery', 'int1', 1],
      ['data_coding', 'int1', 1],
    ],
  },
  data_sm_resp: { id: 0x80000103, fields: MESSAGE_ID },
} as const satisfies Record<string, { id: number; fields: readonly FieldRow[] }>;

export type Command = keyof typeof COMMANDS;

type TlvType = 'int1' | 'int2' | 'int4' | 'cstring' | 'octets' | 'flag';

/**
 * Optional parameters (5.3.2): tag, type, and for cstring and octets the longest value in octets. The three that
 * describe a callback number may stand several times in one PDU and are lists.
 */
export const TLVS = {
  dest_addr_subunit: { tag: 0x0005, type: 'int1', maximum: 1 },
  dest_network_type: { tag: 0x0006, type: 'int1', maximum: 1 },
  dest_bearer_type: { tag: 0x0007, type: 'int1', maximum: 1 },
  dest_telematics_id: { tag: 0x0008, type: 'int2', maximum: 2 },
  source_addr_subunit: { tag: 0x000d, type: 'int1', maximum: 1 },
  source_network_type: { tag: 0x000e, type: 'int1', maximum: 1 },
  source_bearer_type: { tag: 0x000f, type: 'int1', maximum: 1 },
  source_telematics_id: { tag: 0x0010, type: 'int1', maximum: 1 },
  qos_time_to_live: { tag: 0x0017, type: 'int4', maximum: 4 },
  payload_type: { tag: 0x0019, type: 'int1', maximum: 1 },
  additional_status_info_text: { tag: 0x001d, type: 'cstring', maximum: 256 },
  receipted_message_id: { tag: 0x001e, type: 'cstring', maximum: 65 },
  ms_msg_wait_facilities: { tag: 0x0030, type: 'int1', maximum: 1 },
  privacy_indicator: { tag: 0x0201, type: 'int1', maximum: 1 },
  source_subaddress: { tag: 0x0202, type: 'octets', maximum: 23 },
  dest_subaddress: { tag: 0x0203, type: 'octets', maximum: 23 },
  user_message_reference: { tag: 0x0204, type: 'int2', maximum: 2 },
  user_response_code: { tag: 0x0205, type: 'int1', maximum: 1 },
  source_port: { tag: 0x020a, type: 'int2', maximum: 2 },
  destination_port: { tag: 0x020b, type: 'int2', maximum: 2 },
  sar_msg_ref_num: { tag: 0x020c, type: 'int2', maximum: 2 },
  language_indicator: { tag: 0x020d, type: 'int1', maximum: 1 },
  sar_total_segments: { tag: 0x020e, type: 'int1', maximum: 1 },
  sar_segment_seqnum: { tag: 0x020f, type: 'int1', maximum: 1 },
  sc_interface_version: { tag: 0x0210, type: 'int1', maximum: 1 },
  callback_num_pres_ind: { tag: 0x0302, type: 'int1', maximum: 1, repeated: true },
  callback_num_atag: { tag: 0x0303, type: 'octets', maximum: 65, repeated: true },
  number_of_messages: { tag: 0x0304, type: 'int1', maximum: 1 },
  callback_num: { tag: 0x0381, type: 'octets', maximum: 19, repeated: true },
  dpf_result: { tag: 0x0420, type: 'int1', maximum: 1 },
  set_dpf: { tag: 0x0421, type: 'int1', maximum: 1 },
  ms_availability_status: { tag: 0x0422, type: 'int1', maximum: 1 },
  network_error_code: { tag: 0x0423, type: 'octets', maximum: 3 },
  message_payload: { tag: 0x0424, type: 'octets', maximum: 65535 },
  delivery_failure_reason: { tag: 0x0425, type: 'int1', maximum: 1 },
  more_messages_to_send: { tag: 0x0426, type: 'int1', maximum: 1 },
  message_state: { tag: 0x0427, type: 'int1', maximum: 1 },
  ussd_service_op: { tag: 0x0501, type: 'octets', maximum: 1 },
  display_time: { tag: 0x1201, type: 'int1', maximum: 1 },
  sms_signal: { tag: 0x1203, type: 'int2', maximum: 2 },
  ms_validity: { tag: 0x1204, type: 'int1', maximum: 1 },
  alert_on_message_delivery: { tag: 0x130c, type: 'flag', maximum: 0 },
  its_reply_type: { tag: 0x1380, type: 'int1', maximum: 1 },
  its_session_info: { tag: 0x1383, type: 'octets', maximum: 2 },
} as const satisfies Record<
  string,
  { tag: number; type: TlvType; maximum: number; repeated?: boolean }
>;

export type TlvName = keyof typeof TLVS;

/**
 * An optional parameter that is not in the standard, or whose value does not have its type: kept as
 * octets.
 */
export interface RawTlv {
  tag: number;
  value: Buffer;
}

type ValueOf<Type> = Type extends 'cstring'
  ? string
  : Type extends 'short_message' | 'octets'
    ? Buffer
    : Type extends 'flag'
      ? true
      : Type extends 'destinations'
        ? Destination[]
        : Type extends 'unsuccessful'
          ? Unsuccessful[]
          : number;

type TlvValue<Name extends TlvName> = (typeof TLVS)[Name] extends { repeated: true }
  ? ValueOf<(typeof TLVS)[Name]['type']>[]
  : ValueOf<(typeof TLVS)[Name]['type']>;

/** The optional parameters of a PDU by name; `raw` holds those the standard does not define. */
export type Tlvs = { [Name in TlvName]?: TlvValue<Name> } & { raw?: RawTlv[] };

type Fields<C extends Command> = {
  -readonly [Row in (typeof COMMANDS)[C]['fields'][number] as Row[0]]: ValueOf<Row[1]>;
};

/**
 * A decoded PDU of one command, or of one of several, distinguished by `command`. Every mandatory
 * field is present; `tlvs` only if the PDU has any.
 */
export type PduOf<C extends Command> = C extends Command
  ? { command: C; command_status: number; sequence_number: number; tlvs?: Tlvs } & Fields<C>
  : never;

export type Pdu = PduOf<Command>;

/** A PDU to be sent: omitted fields are written as 0, an empty string or no octets. */
export type OutgoingOf<C extends Command> = C extends Command
  ? { command: C; command_status?: number; sequence_number?: number; tlvs?: Tlvs } & Partial<
      Fields<C>
    >
  : never;

export type Outgoing = OutgoingOf<Command>;

export type BindCommand = 'bind_receiver' | 'bind_transmitter' | 'bind_transceiver';
export type Response = Extract<Command, `${string}_resp`> | 'generic_nack';
export type Request = Exclude<Command, Response>;

/**
 * The response to each request; commands without one (outbind, alert_notification) are not in the
 * table.
 */
export const RESPONSE_TO = {
  bind_receiver: 'bind_receiver_resp',
  bind_transmitter: 'bind_transmitter_resp',
  bind_transceiver: 'bind_transceiver_resp',
  query_sm: 'query_sm_resp',
  submit_sm: 'submit_sm_resp',
  deliver_sm: 'deliver_sm_resp',
  unbind: 'unbind_resp',
  replace_sm: 'replace_sm_resp',
  cancel_sm: 'cancel_sm_resp',
  enquire_link: 'enquire_link_resp',
  submit_multi: 'submit_multi_resp',
  data_sm: 'data_sm_resp',
} as const satisfies Partial<Record<Request, Response>>;

/** command_status values (5.1.3). */
export const STATUS = {
  ESME_ROK: 0x00000000,
  ESME_RINVMSGLEN: 0x00000001,
  ESME_RINVCMDLEN: 0x00000002,
  ESME_RINVCMDID: 0x00000003,
  ESME_RINVBNDSTS: 0x00000004,
  ESME_RALYBND: 0x00000005,
  ESME_RINVPRTFLG: 0x00000006,
  ESME_RINVREGDLVFLG: 0x00000007,
  ESME_RSYSERR: 0x00000008,
  ESME_RINVSRCADR: 0x0000000a,
  ESME_RINVDSTADR: 0x0000000b,
  ESME_RINVMSGID: 0x0000000c,
  ESME_RBINDFAIL: 0x0000000d,
  ESME_RINVPASWD: 0x0000000e,
  ESME_RINVSYSID: 0x0000000f,
  ESME_RCANCELFAIL: 0x00000011,
  ESME_RREPLACEFAIL: 0x00000013,
  ESME_RMSGQFUL: 0x00000014,
  ESME_RINVSERTYP: 0x00000015,
  ESME_RINVNUMDESTS: 0x00000033,
  ESME_RINVDLNAME: 0x00000034,
  ESME_RINVDESTFLAG: 0x00000040,
  ESME_RINVSUBREP: 0x00000042,
  ESME_RINVESMCLASS: 0x00000043,
  ESME_RCNTSUBDL: 0x00000044,
  ESME_RSUBMITFAIL: 0x00000045,
  ESME_RINVSRCTON: 0x00000048,
  ESME_RINVSRCNPI: 0x00000049,
  ESME_RINVDSTTON: 0x00000050,
  ESME_RINVDSTNPI: 0x00000051,
  ESME_RINVSYSTYP: 0x00000053,
  ESME_RINVREPFLAG: 0x00000054,
  ESME_RINVNUMMSGS: 0x00000055,
  ESME_RTHROTTLED: 0x00000058,
  ESME_RINVSCHED: 0x00000061,
  ESME_RINVEXPIRY: 0x00000062,
  ESME_RINVDFTMSGID: 0x00000063,
  ESME_RX_T_APPN: 0x00000064,
  ESME_RX_P_APPN: 0x00000065,
  ESME_RX_R_APPN: 0x00000066,
  ESME_RQUERYFAIL: 0x00000067,
  ESME_RINVOPTPARSTREAM: 0x000000c0,
  ESME_ROPTPARNOTALLWD: 0x000000c1,
  ESME_RINVPARLEN: 0x000000c2,
  ESME_RMISSINGOPTPARAM: 0x000000c3,
  ESME_RINVOPTPARAMVAL: 0x000000c4,
  ESME_RDELIVERYFAILURE: 0x000000fe,
  ESME_RUNKNOWNERR: 0x000000ff,
} as const;

const STATUS_NAMES = new Map<number, string>(
  Object.entries(STATUS).map(([name, value]) => [value, name]),
);

/**
 * The name of a command_status, for logs and reports: `ESME_RTHROTTLED`, or `0x00000401` for a code that the
 * standard does not define (0x400 to 0x4FF are the carrier's own).
 */
export function statusName(status: number): string {
  return STATUS_NAMES.get(status) ?? `0x${status.toString(16).padStart(8, '0').toUpperCase()}`;
}

/**
 * The status for a field that is too long, unterminated or out of range; default ESME_RINVPARLEN.
 */
export const STATUS_OF_FIELD: Readonly<Record<string, number>> = {
  system_id: STATUS.ESME_RINVSYSID,
  password: STATUS.ESME_RINVPASWD,
  system_type: STATUS.ESME_RINVSYSTYP,
  service_type: STATUS.ESME_RINVSERTYP,
  source_addr: STATUS.ESME_RINVSRCADR,
  destination_addr: STATUS.ESME_RINVDSTADR,
  dest_address: STATUS.ESME_RINVNUMDESTS,
  dl_name: STATUS.ESME_RINVDLNAME,
  schedule_delivery_time: STATUS.ESME_RINVSCHED,
  validity_period: STATUS.ESME_RINVEXPIRY,
  message_id: STATUS.ESME_RINVMSGID,
  short_message: STATUS.ESME_RINVMSGLEN,
};

/** Type of number (5.2.5). */
export const TON = {
  unknown: 0,
  international: 1,
  national: 2,
  network_specific: 3,
  subscriber_number: 4,
  alphanumeric: 5,
  abbreviated: 6,
} as const;

/** Numbering plan indicator (5.2.6). */
export const NPI = {
  unknown: 0,
  isdn: 1,
  data: 3,
  telex: 4,
  land_mobile: 6,
  national: 8,
  private: 9,
  ermes: 10,
  internet: 14,
  wap_client_id: 18,
} as const;

/** data_coding (5.2.19). */
export const DATA_CODING = {
  smsc_default: 0,
  ia5: 1,
  octet_unspecified: 2,
  latin1: 3,
  octet_common: 4,
  jis: 5,
  cyrillic: 6,
  latin_hebrew: 7,
  ucs2: 8,
  pictogram: 9,
  iso_2022_jp: 10,
  extended_kanji: 13,
  ks_c_5601: 14,
} as const;

/** Bits of esm_class (5.2.12). */
export const ESM_CLASS = {
  store_and_forward: 0x03,
  message_type: 0x3c,
  delivery_receipt: 0x04,
  delivery_acknowledgement: 0x08,
  manual_acknowledgement: 0x10,
  conversation_abort: 0x18,
  intermediate_notification: 0x20,
  udh_indicator: 0x40,
  reply_path: 0x80,
} as const;

/** message_state (5.2.28), and its seven-letter word in a receipt's text (Appendix B). */
export const MESSAGE_STATE = {
  ENROUTE: 1,
  DELIVRD: 2,
  EXPIRED: 3,
  DELETED: 4,
  UNDELIV: 5,
  ACCEPTD: 6,
  UNKNOWN: 7,
  REJECTD: 8,
} as const;

export type MessageState = keyof typeof MESSAGE_STATE;
