export const senders = {
  import: {
    KIND: '"{kind}" não é um tipo de ID de remetente. Escreva transactional, promotional ou short code.',
    COUNTRY: '"{country}" não é um país. Escreva o nome em inglês ou o código de duas letras.',
    TOO_LONG: 'É demasiado longo: no máximo {most} caracteres.',
  },
  errors: {
    SAMPLE_MISSING:
      'Escreva uma mensagem tal como a vai enviar: as operadoras deste país pedem-na.',
    ONE_OF_A_KIND: 'Anexe um documento de cada tipo.',
    FEE_UNPAID: 'A taxa de {fee} ainda não foi paga. Depois de paga, pode ser aprovado.',
    NOTHING_TO_PAY: 'Não há taxa a pagar por este remetente.',
    SENDER_NAME: '{reason}',
    DOCUMENTS_MISSING: 'Faltam estes documentos: {documents}. Anexe cada um deles.',
    BRAND_OWNER_MISSING:
      'Este nome não é o da sua conta. Diga de quem é e anexe a carta em que o autorizam.',
    NOT_BELOW:
      'Um remetente só pode ser dado a um cliente que esteja sob o seu dono. Escolha um desses.',
    SENDER_TOO_SHORT: 'É demasiado curto: no mínimo {shortest} caracteres.',
    SENDER_TOO_LONG: 'É demasiado longo: no máximo {longest} caracteres.',
    SENDER_SPACES: 'As operadoras deste país não aceitam espaços.',
    SENDER_SYMBOLS: 'As operadoras deste país só aceitam letras e algarismos.',
    SENDER_CHARACTERS: 'Use apenas letras sem acentos, algarismos, espaços e - _ . &.',
    SENDER_ALL_DIGITS:
      'Precisa de uma letra. Só com algarismos é um código curto: escolha esse tipo.',
    SENDER_NOT_DIGITS: 'Um código curto só tem algarismos.',
    SENDER_EDGES: 'Não pode começar nem acabar com um espaço, nem ter dois seguidos.',
    SENDER_NOT_OFFERED: 'As operadoras deste país não aceitam este tipo de remetente.',
    PROTECTED_ALREADY: 'Este país já tem {value} protegido, que parece igual.',
    SENDER_TAKEN: 'Este nome já está ocupado neste país. Escolha outro.',
    SENDER_ALIKE:
      'Parece-se demasiado com um nome de outra entidade. Escolha um que ninguém possa confundir.',
    SENDER_WORD:
      'Esta palavra não diz quem envia. As operadoras recusam-na: escolha um nome pelo qual o conheçam.',
    REGISTRATION_DATE: 'Escolha um dia até hoje, e uma decisão que não seja anterior ao pedido.',
    NO_STAND_IN:
      'Escolha um remetente deste país que esteja pronto e que uma operadora tenha aprovado onde este não o está.',
    DOCUMENT_TYPE:
      '"{file}" não é PDF, PNG nem JPEG pelo seu conteúdo. Digitalize-o ou guarde-o num destes formatos.',
    DOCUMENT_BROKEN:
      'Não é possível ler "{file}" até ao fim. Guarde-o de novo e volte a carregá-lo.',
    DOCUMENT_LOCKED: '"{file}" tem palavra-passe. Guarde-o sem ela, para que se possa ler aqui.',
    DOCUMENT_ACTIVE:
      '"{file}" contém scripts, formulários ou outros ficheiros. Imprima-o para um PDF simples e carregue esse.',
    DOCUMENT_EMPTY: '"{file}" está vazio.',
  },
  mail: {
    SENDER_DOCUMENT_REJECTED: {
      subject: 'Um documento do seu remetente {name} foi rejeitado',
      paragraphs: [
        'Vimos os documentos do seu remetente {name}. Este foi rejeitado: {document}. O motivo indicado:',
        '{reason}',
        'Carregue outro em seu lugar; o resto do pedido fica como está:',
        '>{link}',
      ],
      sms: '{brand}: {document} do seu remetente {name}: rejeitado. {reason}',
    },
    SENDER_DOCUMENTS_APPROVED: {
      subject: 'Os documentos do seu remetente {name} estão aprovados',
      paragraphs: [
        'Todos os documentos do seu remetente {name} estão aprovados. Vemos agora o pedido no seu todo e voltamos a escrever-lhe:',
        '>{link}',
      ],
      sms: '{brand}: os documentos do seu remetente {name} foram aprovados.',
    },
    SENDER_FEE_DUE: {
      subject: 'A taxa do seu remetente {name} está por pagar',
      paragraphs: [
        'Todos os documentos do seu remetente {name} estão aprovados. A taxa é de',
        '*{fee}',
        'Pague-a por dinheiro móvel para continuar:',
        '>{link}',
      ],
      sms: '{brand}: a taxa de {fee} do seu remetente {name} esta por pagar. Pague aqui: {link}',
    },
    SENDER_APPROVED: {
      subject: 'O seu remetente {name} foi aprovado',
      paragraphs: [
        'O seu remetente {name} foi aprovado e pedimos aas operadoras que o configurem. Em regra demora {days} dias úteis. Escrevemos-lhe quando puder enviar com ele:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} foi aprovado. As operadoras demoram {days} dias a configura-lo.',
    },
    SENDER_REJECTED: {
      subject: 'O seu remetente {name} foi rejeitado',
      paragraphs: [
        'O seu pedido do remetente {name} foi rejeitado. O motivo indicado:',
        '{reason}',
        'Pode pedir outro, ou este de novo depois de resolvido:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} foi rejeitado: {reason}',
    },
    SENDER_READY: {
      subject: 'Já pode enviar com {name}',
      paragraphs: [
        'O seu remetente {name} está pronto para envio. Escolha-o quando escrever a próxima campanha:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} esta pronto para envio.',
    },
    SENDER_BLOCKED: {
      subject: 'O seu remetente {name} foi bloqueado',
      paragraphs: [
        'Nada mais é enviado com o seu remetente {name}. As campanhas em curso pararam, e as unidades do que não foi enviado são devolvidas. O motivo indicado:',
        '{reason}',
        'Fale com quem gere a sua conta:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} foi bloqueado: {reason}',
    },
    SENDER_REGISTRATION_LATE: {
      subject: 'A {operator} não decide sobre {name} desde {since}',
      paragraphs: [
        'O remetente {name} de {client} foi pedido à {operator} em {since}, e nenhuma decisão está registada. Pergunte à operadora e registe a resposta:',
        '>{link}',
      ],
      sms: '{brand}: a {operator} nao decide sobre {name} ({client}) desde {since}.',
    },
    SENDER_REGISTRATION_APPROVED: {
      subject: 'A {operator} aceita {name}',
      paragraphs: [
        'A {operator} aceita o seu remetente {name}. As mensagens para os números dela passam a sair com {name}:',
        '>{link}',
      ],
      sms: '{brand}: a {operator} aceita o seu remetente {name}.',
    },
    SENDER_REGISTRATION_REFUSED: {
      subject: 'A {operator} recusou {name}',
      paragraphs: ['A {operator} recusou o seu remetente {name}. {effect}', '>{link}'],
      sms: '{brand}: a {operator} recusou o seu remetente {name}.',
    },
    SENDER_REGISTRATION_PENDING: {
      subject: 'A {operator} ainda não aprovou {name}',
      paragraphs: ['A {operator} ainda não aprovou o seu remetente {name}. {effect}', '>{link}'],
      sms: '{brand}: a {operator} ainda nao aprovou o seu remetente {name}.',
    },
    SENDER_STAND_IN_BEGAN: {
      subject: '{standIn} substitui {name}',
      paragraphs: [
        'As mensagens do seu remetente {name} para {operators} passam a sair com {standIn}, porque {name} não está lá aprovado:',
        '>{link}',
      ],
      sms: '{brand}: {standIn} substitui o seu remetente {name} ({operators}).',
    },
    SENDER_STAND_IN_ENDED: {
      subject: '{standIn} já não substitui {name}',
      paragraphs: [
        '{standIn} já não pode ser usado nas mensagens do seu remetente {name} para {operators}. São recusadas até {name} ser lá aprovado, ou até escolher outro substituto:',
        '>{link}',
      ],
      sms: '{brand}: {standIn} ja nao substitui o seu remetente {name} ({operators}).',
    },
    SENDER_STAND_INS_BEGAN: {
      subject: '{standIn} substitui {count} dos seus remetentes',
      paragraphs: [
        'As mensagens destes remetentes para estas operadoras passam a sair com {standIn}, porque os remetentes não estão lá aprovados: {list}',
        '>{link}',
      ],
      sms: '{brand}: {standIn} substitui {count} dos seus remetentes.',
    },
    SENDER_STAND_INS_ENDED: {
      subject: '{standIn} já não substitui {count} dos seus remetentes',
      paragraphs: [
        '{standIn} já não pode ser usado nas mensagens destes remetentes para estas operadoras: {list}. As mensagens são recusadas até os remetentes serem lá aprovados, ou até escolher outro substituto:',
        '>{link}',
      ],
      sms: '{brand}: {standIn} ja nao substitui {count} dos seus remetentes.',
    },
    SENDER_UNBLOCKED: {
      subject: 'Já pode voltar a enviar com {name}',
      paragraphs: [
        'O seu remetente {name} está de novo pronto para envio. As campanhas que pararam continuam paradas: faça uma cópia de uma para a enviar.',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} esta de novo pronto para envio.',
    },
  },
  registrationEffects: {
    NOT_READY: 'Ainda não está pronto para envio.',
    STAND_IN: 'As mensagens para os números dela saem com {standIn}.',
    REFUSED:
      'As mensagens para os números dela são recusadas. Escolha um substituto, para que sejam enviadas:',
  },
  documents: {
    CERTIFICATE: 'certidão de registo',
    TAX_CERTIFICATE: 'certificado fiscal',
    TRADEMARK_CERTIFICATE: 'certificado de marca',
    AUTHORIZATION_LETTER: 'carta de autorização',
  },
} as const;
