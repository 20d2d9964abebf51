import type { approval as english } from '../en/approval.ts';
import type { Translation } from '../translation.ts';

export const approval: Translation<typeof english> = {
  approval: {
    history: 'Histórico',
    platform: 'A plataforma',
    events: {
      SENT: 'Enviada',
      SUBMITTED: 'Submetida para aprovação',
      APPROVED: 'Aprovada',
      DECLINED: 'Recusada',
      PAUSED: 'Posta em pausa',
      RESUMED: 'Retomada',
      RESCHEDULED: 'Hora mudada',
      CANCELLED: 'Cancelada',
      FAILED: 'Falhada',
    },
    reasons: 'Porque precisa de aprovação',
    rule: {
      CLIENT:
        'As campanhas deste cliente, ou de uma conta acima dele, precisam sempre de aprovação.',
      EBU: 'As campanhas de clientes EBU precisam sempre de aprovação.',
      WORD: 'O texto diz “{{found}}”.',
      LINK: 'O texto tem um link: {{found}}',
      SIZE: 'Vai para {{found}} destinatários.',
      PARTS: 'Com partes que outras contas enviaram, os destinatários leem «{{found}}».',
    },
    examples: 'Primeiras mensagens',
    texts: 'Textos à espera',
    textsText:
      'Só diferem em algarismos, maiúsculas, espaços, sinais ou links, e foram enviados um a um.',
    sources: 'Enviadas por',
    sentBy: '{{way}}: {{messages}}',
    way: { REST: 'REST', SMPP: 'SMPP', HTTP: 'HTTP' },
    columns: 'Colunas do ficheiro: {{columns}}',
    decided: 'Textos aprovados e recusados',
    decidedPurpose:
      'Os textos enviados pela API ou por SMPP são decididos uma vez. A decisão vale sempre que o mesmo texto é enviado.',
    search: 'Procurar textos',
    searchHint: 'Texto, cliente ou remetente',
    text: 'Texto',
    decision: 'Decisão',
    sender: 'Remetente',
    decidedBy: 'Decidido por',
    decidedAt: 'Decidido',
    standsUntil: 'Expira',
    untilRevoked: 'Nunca',
    noneDecided: 'Sem textos aprovados ou recusados',
    noneDecidedText:
      'Um texto aprovado de um remetente transacional fica aqui, e qualquer outra decisão durante 24 horas.',
    revoke: 'Revogar',
    revoked: 'Decisão revogada',
    revokeTitle: 'Revogar esta decisão?',
    revokeApproved:
      'As mensagens de {{client}} com este texto voltam a esperar aprovação. As que foram enviadas não voltam.',
    revokeDeclined:
      'As mensagens de {{client}} com este texto deixam de ser recusadas. Ficam à espera de aprovação.',
    queue: 'À espera da sua decisão',
    queueFailed: 'Não foi possível carregar as campanhas à espera da sua decisão',
    queueText: 'Primeiro as que esperam há mais tempo.',
    waitingSince: 'À espera desde',
  },
};
