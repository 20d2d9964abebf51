/** The report of an import of another gateway's configuration. */
export const gatewayImport = {
  entities: {
    text: 'text',
    row: 'row',
    file: 'file',
    group: 'group',
    user: 'user',
    smpp: 'SMPP connector',
    http: 'HTTP connector',
    filter: 'filter',
    mtRoute: 'MT route',
    moRoute: 'MO route',
    interceptor: 'interceptor',
    include: 'include',
    smsc: 'SMSC',
    service: 'sms-service',
  },
  notes: {
    /** A sentence that was written elsewhere, in the reader's language. */
    plain: '{said}',
    made: 'Made.',
    exists: 'There is one of this name already; it stays as it is.',
    fieldFault: '{field}: {problem}',
    patternRewritten: '"{value}" is written as "{written}", which matches the same.',
    nothingRead:
      'Nothing here is a list of a console or a kannel.conf. Paste what group -l, user -s, smppccm -s, httpccm -l, filter -l, mtrouter -l and morouter -l show, or the file.',
    rowUnread: 'This row cannot be read.',
    interceptor:
      'An interceptor is a program of the other gateway and is not taken over. Filters, content rules and webhooks do most of what they are written for.',
    groupName: 'This is no name of a group.',
    groupDisabled: 'Made, disabled as it was.',
    clientMissing: 'Choose the client that gets the users of the group {gid}.',
    nameUnusable: '{field}: "{value}" cannot be used.',
    rightsMissing: 'Its rights and filters are not in this text. Add what "user -s {uid}" shows.',
    rightsCut:
      'Only some of its rights and limits are in this text: "{key}" is missing. Add all that "user -s {uid}" shows.',
    groupMissing: 'There is no group {gid}. Take it over too.',
    balanceLeft: "Its balance of {value} is left out: money is the client's wallet.",
    valueUnreadable: '{key}: "{value}" cannot be read.',
    patternUnreadable:
      '{key}: the pattern "{value}" cannot be read here. Write it without lookahead, lookbehind or references.',
    valuePatternRewritten: '{key}: "{value}" is written as "{written}", which matches the same.',
    userExists: 'There is one of this id or username already; it stays as it is.',
    userWithPassword: 'Made, with its password.',
    userWithoutPassword:
      'Made without a password, which no list shows. Give it one, or let it keep its own (FORMER_GATEWAY_URL).',
    userPasswordUnusable: 'Made without its password, which cannot be used here. Give it another.',
    settingsMissing: 'Its host is not in this text. Add all that "smppccm -s {cid}" shows.',
    /** The sentence of the refusal follows. */
    addressRefused: 'It cannot be called as it is. {said}',
    ownFiles: "{key} is left out: it names the other gateway's own files.",
    noSuchSetting: '{key} is left out: there is no such setting here.',
    customTlvs:
      'custom_tlvs is left out. Write each that messages may bring as tag,type,longest,optional, and with a value after it if every other message carries that one.',
    connectorWithPassword:
      'Made with its password, and stopped, so that two gateways never bind at once.',
    connectorPasswordUnusable:
      'Made, stopped and without its password, which cannot be used here. Enter it, then start.',
    connectorStopped: 'Made, stopped and without a password.',
    filterForRoute: 'Made for {route}, whose filters have no names there.',
    evalPy:
      'An EvalPyFilter is a program of the other gateway. Write it again as an ExpressionFilter.',
    timesUtc:
      'Dates and times are UTC here; the other gateway took those of its server. Change them if that had another time zone.',
    filterType: 'There is no type <{letters}>.',
    filterRefused: 'One of its filters was refused.',
    rateLeft: "Made without its rate of {rate}: prices are the clients' own rates.",
    defaultReplaced: 'Takes the place of the default route that was here.',
    kannelCore:
      'Ports, logs and lists of the other gateway are not taken over. Blocked numbers are kept in the portal.',
    kannelSmsbox: 'The ports of the other gateway are not taken over.',
    kannelSmsboxRoute:
      'Messages from phones are routed by MO routes; make one where this mattered.',
    kannelWap: 'WAP is not taken over.',
    kannelOther: 'There is nothing like it here.',
    smscProtocol:
      'Its protocol {protocol} is not SMPP. A provider with an HTTP API is a generic connector.',
    leftOut: '{name} is left out.',
    addressesLeft:
      'Its addresses ({denied}) are left out: enter those that may send, as addresses or networks such as 10.1.0.0/16.',
    addressesLeftBut:
      'Its addresses ({denied}, but for {allowed}) are left out: enter those that may send, as addresses or networks such as 10.1.0.0/16.',
    allowLeft: 'user-allow-ip is left out: without user-deny-ip it refused nobody.',
    serviceAnswers:
      'It answers with a text, a file or a program. Make an MO route to a server or an inbox.',
    servicePattern: 'Its keyword is a pattern. Make a ShortMessageFilter and an MO route.',
    serviceCalled:
      'Its server is called by the connector {cid} with the parameters of this gateway (docs/http-gateway.md) in the place of those of the address.',
    include: 'Put the text of this file in the place of the line.',
    fileNoStore: 'This is no file of a Jasmin store.',
    fileEntries: 'It has more than {most} entries.',
    fileUnknown: 'Byte {offset}: {opcode} is no operation of a pickle.',
    fileOutside:
      'Byte {offset}: {opcode} refers to something outside of the file, which no file of a store does.',
    fileLimit: 'Byte {offset}: the pickle is larger than any store.',
    fileTruncated: 'Byte {offset}: the file is cut off.',
    fileDamaged: 'Byte {offset}: the file is damaged.',
  },
} as const;
