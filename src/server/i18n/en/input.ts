/** Fields that cannot be used as they are. */
export const input = {
  errors: {
    BAD_INPUT: 'Check these fields: {fields}.',
    UNKNOWN_FIELD: 'This field is not known here.',
    FIELD_MISSING: 'This is needed.',
    NOTHING_WRITTEN: 'This is empty. Fill it in.',
    MOST_CHARACTERS: 'This has {have} characters; the maximum is {bound}.',
    LEAST_CHARACTERS: 'This needs at least {bound} characters.',
    BROKEN_TEXT:
      'This holds a character that cannot be kept, such as half of an emoji. Delete it and type it again.',
    NOT_ONE_LINE: 'This must be one line. Remove line breaks and other control characters.',
    ALLOWED_LENGTH: 'Use {least} to {most} characters of these: {characters}.',
    ALLOWED_EXACTLY: 'Use exactly {bound} characters of these: {characters}.',
    ALLOWED_CHARACTERS: 'Use only these characters: {characters}.',
    NOT_OF_FORM: 'This is not written as it has to be. See the documentation of this field.',
    MOST_ENTRIES: 'There are {have}; the maximum is {bound}.',
    LEAST_ENTRIES: 'This needs at least {bound}.',
    MOST_AMOUNT: 'The maximum is {bound}.',
    BELOW_AMOUNT: 'This must be less than {bound}.',
    LEAST_AMOUNT: 'The minimum is {bound}.',
    ABOVE_AMOUNT: 'This must be more than {bound}.',
    AMONG: 'Choose one of these: {values}.',
    ONE_OF: 'Give exactly one of these: {fields}.',
    NUMBERS_DIFFER: 'This is not the same number.',
    NOT_A_PHONE:
      'This is not a mobile number. Write it with its country prefix, such as +254712345678.',
    PASSWORD_TO_TEST:
      'Enter the password: the saved one is tested with its own host, port and user name alone.',
    NOT_A_RANGE: '{range} is neither an IP address nor a network such as 10.0.0.0/8.',
    NOT_A_NETWORK_THERE: 'This country has no such operator.',
    CLAUSE_PLAIN:
      'Use characters of the GSM alphabet only, and no placeholder: another character makes every message longer.',
    CLAUSE_LINK: 'A link stands in the text once, as {link}, and in no other kind.',
    NOT_A_ZONE: 'There is no such time zone. Enter one such as Africa/Nairobi.',
    NOT_A_PICTURE: 'This is not a picture that can be used. Choose a PNG, JPEG or WebP file.',
    NOT_IN_PAST: 'Choose a time that has passed.',
    NOT_IN_FUTURE: 'Choose a time in the future.',
    HOURS_IN_ORDER: 'The end must be after the start.',
    REASON_MISSING: 'Enter a reason, so that the owner knows what to change.',
    RULE_WRONG: 'This does not match the field beside it.',
    TAKEN_HERE: '"{value}" is taken already.',
    NO_SUCH: 'There is no {value}.',
    BAD_PAGE_TOKEN: 'This page link is no longer valid. Start from the first page.',
  },
  /** The faults of a row of recipients or contacts, in a file of what was left out. */
  rows: {
    EMPTY: 'There is no number in this row.',
    NOT_A_NUMBER: 'This is not a phone number.',
    SCIENTIFIC:
      'A spreadsheet has rounded this number; its last digits are lost. Format the column as text and enter it again.',
    TOO_SHORT: 'This number has too few digits.',
    TOO_LONG: 'This number has too many digits.',
    NOT_MOBILE: 'This is not a mobile number, so it receives no SMS.',
    UNKNOWN_COUNTRY: 'No country has this calling code.',
    INVALID: 'There is no such number in its country.',
    DUPLICATE: 'This number is in an earlier row.',
  },
} as const;
