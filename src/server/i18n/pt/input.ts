export const input = {
  errors: {
    BAD_INPUT: 'Verifique estes campos: {fields}.',
    UNKNOWN_FIELD: 'Este campo não é conhecido aqui.',
    FIELD_MISSING: 'Este campo é necessário.',
    NOTHING_WRITTEN: 'Está vazio. Preencha este campo.',
    MOST_CHARACTERS: 'Isto tem {have} caracteres; o máximo é {bound}.',
    LEAST_CHARACTERS: 'São precisos {bound} caracteres ou mais.',
    BROKEN_TEXT:
      'Isto contém um carácter que não pode ser guardado, como metade de um emoji. Apague-o e escreva-o de novo.',
    NOT_ONE_LINE:
      'Tem de ser uma só linha. Retire as quebras de linha e outros caracteres de controlo.',
    ALLOWED_LENGTH: 'Use de {least} a {most} caracteres destes: {characters}.',
    ALLOWED_EXACTLY: 'Use exactamente {bound} caracteres destes: {characters}.',
    ALLOWED_CHARACTERS: 'Use só estes caracteres: {characters}.',
    NOT_OF_FORM: 'Não está escrito como tem de estar. Consulte a documentação deste campo.',
    MOST_ENTRIES: 'São {have}; o máximo é {bound}.',
    LEAST_ENTRIES: 'São precisos {bound} ou mais.',
    MOST_AMOUNT: 'O máximo é {bound}.',
    BELOW_AMOUNT: 'Tem de ser menos de {bound}.',
    LEAST_AMOUNT: 'O mínimo é {bound}.',
    ABOVE_AMOUNT: 'Tem de ser mais de {bound}.',
    AMONG: 'Escolha um destes: {values}.',
    ONE_OF: 'Indique exactamente um destes: {fields}.',
    NUMBERS_DIFFER: 'Não é o mesmo número.',
    NOT_A_PHONE:
      'Isto não é um número móvel. Escreva-o com o prefixo do país, por exemplo +258841234567.',
    PASSWORD_TO_TEST:
      'Escreva a palavra-passe: a guardada só é testada com o seu próprio servidor, porta e nome de utilizador.',
    NOT_A_RANGE: '{range} não é um endereço IP nem uma rede como 10.0.0.0/8.',
    NOT_A_NETWORK_THERE: 'Este país não tem essa operadora.',
    CLAUSE_PLAIN:
      'Use só caracteres do alfabeto GSM e nenhum campo: outro caracter torna todas as mensagens mais longas.',
    CLAUSE_LINK: 'Um link está no texto uma vez, como {link}, e em nenhum outro tipo.',
    NOT_A_ZONE: 'Não há este fuso horário. Escreva-o como Africa/Maputo.',
    NOT_A_PICTURE:
      'Isto não é uma imagem que se possa usar. Escolha um ficheiro PNG, JPEG ou WebP.',
    NOT_IN_PAST: 'Escolha uma hora que já passou.',
    NOT_IN_FUTURE: 'Escolha uma hora no futuro.',
    HOURS_IN_ORDER: 'O fim tem de ser depois do início.',
    REASON_MISSING: 'Indique o motivo, para que o dono saiba o que mudar.',
    RULE_WRONG: 'Isto não condiz com o campo ao lado.',
    TAKEN_HERE: '"{value}" já está ocupado.',
    NO_SUCH: 'Não existe {value}.',
    BAD_PAGE_TOKEN: 'Este link de página já não é válido. Comece na primeira página.',
  },
  rows: {
    EMPTY: 'Esta linha não tem número.',
    NOT_A_NUMBER: 'Isto não é um número de telefone.',
    SCIENTIFIC:
      'Uma folha de cálculo arredondou este número e os últimos algarismos perderam-se. Formate a coluna como texto e escreva-o novamente.',
    TOO_SHORT: 'Este número tem algarismos a menos.',
    TOO_LONG: 'Este número tem algarismos a mais.',
    NOT_MOBILE: 'Este número não é de telemóvel, por isso não recebe SMS.',
    UNKNOWN_COUNTRY: 'Nenhum país tem este indicativo.',
    INVALID: 'Não existe este número no seu país.',
    DUPLICATE: 'Este número já está numa linha anterior.',
  },
} as const;
