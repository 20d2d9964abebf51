/** Commands whose output is read. */
export const COMMANDS = [
  'group -l',
  'user -l',
  'user -s',
  'smppccm -l',
  'smppccm -s',
  'httpccm -l',
  'filter -l',
  'mtrouter -l',
  'morouter -l',
].join('\n');

/** The beginning of such output, in the empty field. */
export const SAMPLE = [
  'jcli : group -l',
  '#Group id',
  '#customers',
  'Total Groups: 1',
  'jcli : user -l',
  '#User id          Group id         Username',
  '#shop1            customers        shop1',
].join('\n');
