import type { playsms as english } from '../en/playsms.ts';
import type { Translation } from '../translation.ts';

export const playsms: Translation<typeof english> = {
  playsms: {
    title: 'Migrar do playSMS',
    purpose:
      'Importe clientes, listas telefónicas e modelos do playSMS. Vê uma pré-visualização antes de qualquer alteração.',
    previewPurpose: 'Ainda nada mudou. Verifique quem passa a cliente e importe no fim da página.',
    button: 'Migrar do playSMS',
    drop: 'Largue a cópia aqui',
    dropHelp:
      'Um ficheiro .sql de no máximo 32 MB. As palavras-passe e os tokens não são guardados.',
    command: 'Execute isto no servidor antigo para fazer a cópia',
    steps: {
      preview:
        'Verifique a pré-visualização: quem passa a cliente, quem fica de fora e porquê, com os contactos e modelos.',
      run: 'Importe. A importação corre em segundo plano. Pode pará-la e recomeçar; nada é importado duas vezes.',
      rest: 'Lance os saldos e os IDs de remetente. Cada cliente define a palavra-passe a partir do seu convite.',
    },
    missing: 'Esta importação já não existe',
    missingText: 'As importações são guardadas durante 30 dias.',
    another: 'Escolher outro ficheiro',
    users: 'Utilizadores ({{value}})',
    user: 'Utilizador',
    becomes: 'Passa a ser',
    email: 'E-mail',
    clients: 'Clientes',
    leftOut: 'Utilizadores de fora',
    contacts: 'Contactos',
    groups: 'Grupos',
    templates: 'Modelos',
    newLevels: { CLIENT: 'Cliente novo', COMPANY: 'Empresa nova' },
    newBelow: {
      CLIENT: 'Cliente novo de {{parent}}',
      COMPANY: 'Empresa nova, cliente de {{parent}}',
    },
    existing: 'Cliente que já está aqui; os seus dados mantêm-se',
    reasons: {
      ADMINISTRATOR: 'De fora: administrador do playSMS. Convide o pessoal à mão.',
      NO_EMAIL: 'De fora: sem endereço de e-mail.',
      BAD_EMAIL: 'De fora: o endereço de e-mail não é válido.',
      TWICE: 'De fora: um utilizador anterior tem o mesmo e-mail.',
      UNPROVED: 'De fora: o dono da conta que tem aqui este e-mail ainda não o confirmou.',
      HELD: 'De fora: outra conta teve este e-mail até há pouco e ainda o pode recuperar.',
      PARENT: 'De fora: a conta acima ficou de fora, ou não pode ter clientes aqui.',
    },
    templateList: 'Modelos depois da importação',
    templateListHelp:
      '#NAME# passa a #firstName# e #NUM# a #phone#. Outros textos entre cardinais ficam como estão.',
    template: 'Modelo',
    text: 'Texto',
    lost: 'O que não é importado',
    losses: {
      PASSWORDS: 'Palavras-passe ({{value}}): cada cliente define uma nova a partir do convite.',
      API_TOKENS:
        'Tokens de API ({{value}}): em vez deles, os clientes criam aqui uma chave de API.',
      CREDITS: 'Créditos ({{value}}): lance-os depois com a mesma cópia.',
      SENDERS: 'IDs de remetente ({{value}}): peça-os aqui, ou registe-os a partir de um ficheiro.',
      FOOTERS: 'Rodapés das mensagens ({{value}}): escreva-os nos modelos.',
      PHONES:
        'Telefones de utilizadores ({{value}}): não são números móveis, ou são de outra conta aqui.',
      SHARED_GROUPS:
        'Partilha de grupos ({{value}}): aqui um grupo pertence apenas ao seu cliente.',
    },
    ownerless_one: '{{value}} contacto ou modelo de um utilizador que não passa a cliente.',
    ownerless_many: '{{value}} contactos e modelos de utilizadores que não passam a clientes.',
    ownerless_other: '{{value}} contactos e modelos de utilizadores que não passam a clientes.',
    otherTables:
      'Outras tabelas da cópia: {{tables}}. Se uma delas for uma lista de bloqueio, importe os seus números como recusas.',
    entries: 'De fora ou alterados ({{value}})',
    entriesShown: 'Estão listados os primeiros {{value}}.',
    line: 'Linha',
    what: 'Entrada',
    why: 'Porquê',
    kinds: { CONTACT: 'Contacto', TEMPLATE: 'Modelo' },
    named: { CONTACT: 'Contacto “{{subject}}”', TEMPLATE: 'Modelo “{{subject}}”' },
    of: '{{entry}} de {{user}}',
    lineOf: 'Linha {{value}} da cópia',
    entryReasons: {
      BAD_EMAIL: 'O e-mail não é válido; o contacto é importado sem ele',
      NAME_CUT: 'O nome tem mais de 80 caracteres; é cortado',
      NO_TEXT: 'O modelo não tem texto; fica de fora',
      TEXT_TOO_LONG: 'O texto tem mais de 10.000 caracteres; fica de fora',
      number: '{{reason}}; fica de fora',
    },
    invitations: 'Enviar já a cada cliente novo um convite por e-mail',
    invitationsHelp:
      'A ligação vale 7 dias. Também pode enviar cada convite mais tarde, a partir da lista de clientes.',
    start_one: 'Importar {{value}} cliente',
    start_many: 'Importar {{value}} clientes',
    start_other: 'Importar {{value}} clientes',
    nothing: 'Nenhum utilizador desta cópia passa a cliente.',
    running: 'A importar {{name}}',
    runningText: 'Pode sair desta página; continua em Tarefas em segundo plano.',
    stop: 'Parar a importação',
    stopTitle: 'Parar esta importação?',
    stopText:
      'O que já foi importado fica. Importe o ficheiro de novo para o resto; nada é importado duas vezes.',
    completed: 'Importação concluída',
    canceled: 'A importação foi parada',
    failed: 'A importação falhou',
    keptText:
      'O que foi importado até então fica. Importe o ficheiro de novo para o resto; nada é importado duas vezes.',
    counts: {
      clients: 'Clientes novos',
      existingClients: 'Clientes que já estavam',
      contacts: 'Contactos adicionados',
      keptContacts: 'Contactos que já estavam',
      groups: 'Grupos adicionados',
      templates: 'Modelos adicionados',
      keptTemplates: 'Modelos que já estavam',
      missingClients: 'Clientes de fora desde a pré-visualização',
      missingContacts: 'Contactos de fora desde a pré-visualização',
    },
    toClients: 'Ver clientes',
    toBalances: 'Lançar saldos iniciais',
  },
};
