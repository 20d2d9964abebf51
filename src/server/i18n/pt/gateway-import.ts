import type { Texts } from '../en.ts';

export const gatewayImport: Texts['gatewayImport'] = {
  entities: {
    text: 'texto',
    row: 'linha',
    file: 'ficheiro',
    group: 'grupo',
    user: 'utilizador',
    smpp: 'conector SMPP',
    http: 'conector HTTP',
    filter: 'filtro',
    mtRoute: 'rota MT',
    moRoute: 'rota MO',
    interceptor: 'interceptor',
    include: 'include',
    smsc: 'SMSC',
    service: 'sms-service',
  },
  notes: {
    plain: '{said}',
    made: 'Criado.',
    exists: 'Já existe um com este nome; fica como está.',
    fieldFault: '{field}: {problem}',
    patternRewritten: '"{value}" fica escrito como "{written}", que corresponde ao mesmo.',
    nothingRead:
      'Nada disto é uma lista de uma consola ou um kannel.conf. Cole o que mostram group -l, user -s, smppccm -s, httpccm -l, filter -l, mtrouter -l e morouter -l, ou o ficheiro.',
    rowUnread: 'Não é possível ler esta linha.',
    interceptor:
      'Um interceptor é um programa do outro gateway e não é importado. Filtros, regras de conteúdo e webhooks fazem quase tudo o que costumam fazer.',
    groupName: 'Isto não é um nome de grupo.',
    groupDisabled: 'Criado, desactivado como estava.',
    clientMissing: 'Escolha o cliente que recebe os utilizadores do grupo {gid}.',
    nameUnusable: '{field}: "{value}" não pode ser usado.',
    rightsMissing:
      'Os direitos e filtros não estão neste texto. Acrescente o que "user -s {uid}" mostra.',
    rightsCut:
      'Só parte dos direitos e limites está neste texto: falta "{key}". Acrescente tudo o que "user -s {uid}" mostra.',
    groupMissing: 'Não existe o grupo {gid}. Importe-o também.',
    balanceLeft: 'O saldo de {value} fica de fora: o dinheiro está na carteira do cliente.',
    valueUnreadable: '{key}: não é possível ler "{value}".',
    patternUnreadable:
      '{key}: não é possível ler aqui o padrão "{value}". Escreva-o sem lookahead, lookbehind ou referências.',
    valuePatternRewritten:
      '{key}: "{value}" fica escrito como "{written}", que corresponde ao mesmo.',
    userExists: 'Já existe um com este id ou nome de utilizador; fica como está.',
    userWithPassword: 'Criado, com a sua palavra-passe.',
    userWithoutPassword:
      'Criado sem palavra-passe, que nenhuma lista mostra. Dê-lhe uma, ou deixe-o manter a sua (FORMER_GATEWAY_URL).',
    userPasswordUnusable:
      'Criado sem a sua palavra-passe, que não pode ser usada aqui. Dê-lhe outra.',
    settingsMissing:
      'O host não está neste texto. Acrescente tudo o que "smppccm -s {cid}" mostra.',
    addressRefused: 'Não pode ser chamado tal como está. {said}',
    ownFiles: '{key} fica de fora: indica ficheiros do outro gateway.',
    noSuchSetting: '{key} fica de fora: não há aqui essa configuração.',
    customTlvs:
      'custom_tlvs fica de fora. Escreva cada um que as mensagens podem trazer como tag,type,longest,optional, e com um valor a seguir se todas as outras mensagens levarem esse.',
    connectorWithPassword:
      'Criado com a sua palavra-passe, e parado, para que dois gateways nunca se liguem ao mesmo tempo.',
    connectorPasswordUnusable:
      'Criado, parado e sem a sua palavra-passe, que não pode ser usada aqui. Introduza-a e depois inicie.',
    connectorStopped: 'Criado, parado e sem palavra-passe.',
    filterForRoute: 'Criado para {route}, cujos filtros não têm lá nomes.',
    evalPy:
      'Um EvalPyFilter é um programa do outro gateway. Escreva-o de novo como ExpressionFilter.',
    timesUtc:
      'Aqui as datas e horas são UTC; o outro gateway usava as do seu servidor. Altere-as se este tinha outro fuso horário.',
    filterType: 'Não existe o tipo <{letters}>.',
    filterRefused: 'Um dos seus filtros foi recusado.',
    rateLeft: 'Criado sem a sua tarifa de {rate}: os preços são as tarifas de cada cliente.',
    defaultReplaced: 'Toma o lugar da rota por omissão que estava aqui.',
    kannelCore:
      'Portas, registos e listas do outro gateway não são importados. Os números bloqueados ficam no portal.',
    kannelSmsbox: 'As portas do outro gateway não são importadas.',
    kannelSmsboxRoute:
      'As mensagens dos telefones seguem rotas MO; crie uma onde isto fazia diferença.',
    kannelWap: 'WAP não é importado.',
    kannelOther: 'Não há aqui nada igual.',
    smscProtocol:
      'O protocolo {protocol} não é SMPP. Um fornecedor com API HTTP é um conector genérico.',
    leftOut: '{name} fica de fora.',
    addressesLeft:
      'Os endereços ({denied}) ficam de fora: introduza os que podem enviar, como endereços ou redes, por exemplo 10.1.0.0/16.',
    addressesLeftBut:
      'Os endereços ({denied}, excepto {allowed}) ficam de fora: introduza os que podem enviar, como endereços ou redes, por exemplo 10.1.0.0/16.',
    allowLeft: 'user-allow-ip fica de fora: sem user-deny-ip não recusava ninguém.',
    serviceAnswers:
      'Responde com um texto, um ficheiro ou um programa. Crie uma rota MO para um servidor ou uma caixa de entrada.',
    servicePattern: 'A palavra-chave é um padrão. Crie um ShortMessageFilter e uma rota MO.',
    serviceCalled:
      'O servidor é chamado pelo conector {cid} com os parâmetros deste gateway (docs/http-gateway.md) em vez dos que estão no endereço.',
    include: 'Ponha o texto deste ficheiro no lugar da linha.',
    fileNoStore: 'Isto não é um ficheiro do armazenamento do Jasmin.',
    fileEntries: 'Tem mais de {most} entradas.',
    fileUnknown: 'Byte {offset}: {opcode} não é uma operação de um pickle.',
    fileOutside:
      'Byte {offset}: {opcode} refere-se a algo fora do ficheiro, o que nenhum ficheiro do armazenamento faz.',
    fileLimit: 'Byte {offset}: o pickle é maior do que qualquer armazenamento.',
    fileTruncated: 'Byte {offset}: o ficheiro está cortado.',
    fileDamaged: 'Byte {offset}: o ficheiro está danificado.',
  },
};
