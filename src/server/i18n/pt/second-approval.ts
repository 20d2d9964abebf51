export const secondApproval = {
  errors: {
    SECOND_PERSON_NEEDED:
      'Acima de {above} unidades em 24 horas, a carteira da plataforma não dá nada sem um segundo administrador. Acerte antes o saldo do cliente: outro administrador aprova-o depois.',
    TWO_ADMINISTRATORS_NEEDED:
      'A segunda aprovação precisa de pelo menos dois administradores activos. Acrescente um, ou desligue primeiro a segunda aprovação.',
    TOO_NEW_TO_APPROVE:
      'Esta conta tornou-se administradora, ou foi alterada por outra pessoa, há menos de {hours} horas. Outro administrador tem de decidir.',
    AUTHOR_NOT_ADMINISTRATOR:
      'O autor deste pedido já não é um administrador activo, por isso não pode ser aprovado. Recuse-o.',
  },
  mail: {
    SECOND_APPROVAL_REQUESTED: {
      subject: 'Uma alteração espera pela sua aprovação',
      paragraphs: [
        'Outro administrador de {brand} pede uma alteração que precisa de um segundo administrador. Analise-a, e aprove-a ou recuse-a dentro de 72 horas:',
        '>{link}',
        'Se não a esperava, fale com o autor antes de aprovar.',
      ],
      sms: 'Uma alteracao em {brand} espera pela sua aprovacao: {link}',
    },
    SECOND_APPROVAL_APPROVED: {
      subject: 'A sua alteração foi aprovada',
      paragraphs: [
        'Outro administrador de {brand} aprovou a alteração que pediu, e ela foi feita.',
        '>{link}',
      ],
      sms: 'A sua alteracao em {brand} foi aprovada: {link}',
    },
    SECOND_APPROVAL_REFUSED: {
      subject: 'A sua alteração foi recusada',
      paragraphs: [
        'Outro administrador de {brand} recusou a alteração que pediu: {reason}',
        '>{link}',
      ],
      sms: 'A sua alteracao em {brand} foi recusada: {link}',
    },
  },
} as const;
