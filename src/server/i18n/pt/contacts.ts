export const contacts = {
  errors: {
    CONTACT_EXISTS: 'Já tem um contacto com o número {phone}. Altere esse ou use outro número.',
    GROUP_EMPTYING:
      'Estão a ser retirados contactos do grupo “{groupName}” em segundo plano. Espere que isso termine, ou pare-o em Tarefas em segundo plano.',
    GROUP_IN_IMPORT:
      'Uma importação está a trazer contactos para o grupo “{groupName}”. Espere que termine, ou pare-a.',
    GROUP_NAME_TAKEN: 'Já tem um grupo chamado {groupName}. Escolha outro nome.',
    TOO_MANY_CONTACTS:
      'Uma conta pode ter {limit} contactos, e a sua tem {count}. Elimine alguns de que não precise, ou peça mais a quem gere este portal.',
    ONE_CLIENT: 'Escolha um cliente em cujos contactos procurar.',
  },
  fileNames: { contacts: 'Contactos', optOuts: 'Cancelamentos', proof: 'Consentimento' },
  proof: {
    title: 'Consentimento e mensagens de {phone}',
    of: '{clientName}, {at}. {count} registos, do mais antigo ao mais recente.',
    cut: 'Só se mostram os primeiros registos.',
    nothing: 'Nada se guarda deste número.',
    what: {
      CONSENT: 'Consentimento',
      WITHDRAWAL: 'Consentimento retirado',
      STOP: 'Cancelamento',
      START: 'Quer mensagens de novo',
      RECEIVED: 'Mensagem do telefone',
      MESSAGE: 'Mensagem para o telefone',
    },
    codes: {
      PROMOTIONS: 'Promoções',
      ALERTS: 'Alertas',
      SURVEYS: 'Inquéritos',
      WEBSITE: 'Site',
      APP: 'Aplicação',
      PAPER: 'Papel',
      CALL: 'Chamada telefónica',
      SMS: 'SMS',
      IN_PERSON: 'Pessoalmente',
      OTHER: 'Outro',
      MO: 'Respondeu PARAR',
      LINK: 'Link numa mensagem',
      CARRIER: 'Parado na operadora',
      PORTAL: 'Adicionado à mão',
      IMPORT: 'De um ficheiro',
      API: 'Por software',
    },
    statuses: {
      QUEUED: 'Em fila',
      CLAIMED: 'A enviar',
      AMBIGUOUS: 'Por confirmar',
      SUBMITTED: 'Na operadora',
      DELIVERED: 'Entregue',
      UNDELIVERABLE: 'Não entregue',
      EXPIRED: 'Expirada',
      REJECTED: 'Rejeitada',
      FAILED: 'Falhou',
      CANCELLED: 'Cancelada',
      UNKNOWN: 'Desconhecido',
    },
    page: 'Página {at} de {of}',
  },
  columns: ['Telefone', 'Nome próprio', 'Apelido', 'Outros nomes', 'E-mail'],
  groups: 'Grupos',
  optedOut: 'Cancelou em',
  optOutColumns: ['Telefone', 'Origem', 'Nota', 'Hora (UTC)'],
  mapping: {
    NO_PHONE: 'Escolha a coluna que tem os números de telefone.',
    TWICE: 'Já há outra coluna para isto. Escolha outra coisa para uma delas.',
    UNKNOWN_COLUMN: 'O ficheiro não tem nenhuma coluna com este nome.',
    NO_ATTRIBUTE_NAME: 'Dê ao atributo um nome que comece por uma letra.',
    NO_CONSENT_COLUMN:
      'Esta coluna diz mais sobre um consentimento. Escolha também a coluna que diz se a pessoa aceitou.',
    TOO_MANY: 'Um contacto tem no máximo 50 atributos. Deixe algumas colunas de fora.',
  },
  refusedColumns: { row: 'Linha no ficheiro', reason: 'Porque ficou de fora' },
  refused: {
    BAD_EMAIL:
      'Importado sem o endereço de e-mail, que não é válido. Corrija-o e importe a linha de novo.',
    NOTE_TOO_LONG: 'Importado com os primeiros 300 caracteres da nota.',
    BAD_CONSENT:
      'Importado sem o consentimento, que não é sim nem não. Corrija-o e importe a linha de novo.',
    BAD_CONSENT_DATE:
      'Importado sem o consentimento: a data falta, está errada ou é futura. Escreva-a como 2026-11-27 e importe a linha de novo.',
    NO_CONSENT_WORDING:
      'Importado sem o consentimento, que não tem texto. Acrescente o que a pessoa aceitou e importe a linha de novo.',
    NAME_TOO_LONG: 'Um nome tem mais de 80 caracteres. Encurte-o.',
    ATTRIBUTE_TOO_LONG: 'Um valor tem mais de 500 caracteres. Encurte-o.',
  },
} as const;
