import { en as zodEnglish, ptBR as zodPortuguese } from 'zod/locales';
import type { ErrorCode } from '../contract/errors.ts';

/** The languages that the server's own sentences come in; English is the fallback. */
export type Language = 'en' | 'pt';

const words = {
  en: {
    BAD_INPUT: 'Check these fields: {fields}.',
    UNKNOWN_FIELD: 'This field is not known here.',
    NOT_A_PHONE: 'This is not a mobile number. Write it with its country prefix, such as +254712345678.',
    COMMON_PASSWORD: 'This password is among the first that anybody would guess. Choose another.',
    COMPANY_NAME_MISSING: 'A company account needs the name of the company.',
    NOT_A_RANGE: '{range} is neither an IP address nor a network such as 10.0.0.0/8.',
    TAKEN_HERE: '{value} is taken already.',
    NO_SUCH: 'There is no {value}.',
    RELOADED: 'Jasmin reload request has been sent successfully.',
    NOT_A_PICTURE: 'This is not a picture that can be used. Choose a PNG, JPEG or WebP file.',
    BAD_PAGE_TOKEN: 'This page link is no longer valid. Start from the first page.',
    NOT_SIGNED_IN: 'Your session has ended. Sign in again.',
    WRONG_CREDENTIALS: 'The e-mail or phone and the password do not match.',
    ACCOUNT_NOT_ACTIVE: 'This account is not active. Ask whoever manages it.',
    ACCOUNT_PENDING: 'This account is not activated yet. Ask for a new code and enter it.',
    TEMPORARY_PASSWORD_EXPIRED: 'This temporary password has expired. Ask for a new one, or choose "Forgot password".',
    OTP_WRONG: 'That is not the code. Tries left: {left}.',
    OTP_GONE: 'This code can no longer be used. Ask for a new one.',
    LINK_GONE: 'This link was used or has expired. Ask for a new one.',
    WRONG_PASSWORD: 'The present password is not right.',
    ALREADY_REGISTERED: 'There is an account with this {field} already. Use another.',
    LEVEL_TOO_HIGH: 'The access level of that account is too high for you to do this.',
    NOT_WHILE_IMPERSONATING: 'Only the person itself can do this. Return to your own account first.',
    DETAILS_INCOMPLETE: 'Complete your details under Settings first.',
    PASSWORD_CHANGE_DUE: 'Choose a password of your own first.',
    NOT_ALLOWED: 'Your access level does not allow this.',
    NOT_FOUND: 'There is no such {what}.',
    PROOF_NEEDED: 'Codes were asked for several times and not used. Your browser has to do a small calculation first; try again.',
    UNDER_ITSELF: 'A client cannot stand under itself or under one of its own clients.',
    LEVEL_DOES_NOT_FIT: 'An account of this level cannot stand under {parent}.',
    CLIENTS_DO_NOT_FIT: 'It has clients that cannot stand under an account of this level ({count}). Move them first.',
    CREDIT_IN_USE: 'It owes {used} units, so its credit limit cannot be lower than that.',
    CONFLICT: 'This {what} is {status}, so that cannot be done now.',
    DAILY_LIMIT: 'This would be {wanted} messages, and {left} are left of today: the account may send {limit} a day, and {used} were taken since midnight UTC. Send to fewer, choose a time after midnight UTC, or ask whoever manages the account for a higher limit.',
    OUTSIDE_WINDOW: 'With this sender ID nothing may be sent to {countries} at that hour. It may be sent again from {opens}.',
    FOUR_EYES: 'Somebody else has to decide on this campaign: you are its owner, or had a hand in it.',
    NOT_IN_FUTURE: 'Choose a time that is still to come.',
    NOT_A_ZONE: 'There is no such time zone. Write it as Africa/Nairobi.',
    HOURS_IN_ORDER: 'The hours must end after they begin.',
    REASON_MISSING: 'Say why, so that its owner knows what to change.',
    PRIVATE_ADDRESS: 'This address {why}. Give a public one, or allow private addresses for this connector.',
    BAD_EXPRESSION: 'This cannot be read: {why}.',
    IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request. Use a new one.',
    IDEMPOTENCY_KEY_MISSING: 'Send an Idempotency-Key header of 1 to 200 characters, a new one for each thing you want done.',
    TOO_LARGE: 'That is too large: at most {limit}.',
    TOO_MANY_REQUESTS: 'Too many tries. Try again in {seconds} seconds.',
    NO_UNITS: 'Not enough units: this needs {needed} and {available} are available. Buy units, then try again.',
    NO_ROUTE: 'No route leads to these numbers. Ask whoever runs the gateway.',
    NO_RATE: 'There is no rate for {region}. Ask whoever manages your account.',
    SENDER_NOT_READY: 'The sender ID {sender} is not ready for sending.',
    NO_RECIPIENTS: 'No number in this list can be sent to.',
    UNKNOWN_PLACEHOLDER: 'Nothing is known for the placeholder "{name}", first in row {row}. What can be used here: {columns}.',
    TOO_MANY_TYPED: 'These are {count} numbers; at most {limit} can be typed or pasted for one campaign. Send more of them from a file or to a group.',
    NAME_TAKEN: 'There is one called "{name}" already. Choose another name.',
    TEXT_OR_TEMPLATE: 'Give either a text or a template, one of the two.',
    NOBODY_CHOSEN: 'Choose at least one number, group or contact.',
    FILE_REFUSED: '{reason}',
    NO_SUMMARY: 'The campaign has no summary or is invalid',
    PREVIEW_FAILED: 'Message preview could not be loaded. Check the contents of the upload file',
    UPLOAD_GONE: 'This upload is no longer here. Files that are not sent are deleted after 24 hours: upload it again.',
    TAKEN: '{value} is taken, and nothing was replaced. Choose another.',
    IN_USE: 'This {what} is in use by {by}. Take it out there first.',
    DRAFT_INVALID: 'The draft was not put into force: {reason}',
    LIST_TOO_WIDE: 'This search goes through too many messages. Choose fewer days, a number or a campaign.',
    CONTACT_EXISTS: 'You have a contact with the number {phone} already. Change that one, or use another number.',
    GROUP_NAME_TAKEN: 'You have a group called {groupName} already. Choose another name.',
    CONTACTS: 'Contacts',
    OPT_OUTS: 'Opt-outs',
    ONE_CLIENT: 'Choose one client whose contacts to search.',
    UNAVAILABLE: 'This cannot be done right now. Nothing was lost; try again shortly.',
    NO_PROVIDER: 'Nobody here takes payments in {currency} yet. Ask whoever manages your account.',
    AMOUNT_OUT_OF_BOUNDS: 'One payment can be from {least} to {most} {currency}.',
    STOCK_SHORT: 'Your reseller has not enough units at the moment. Nothing was charged; ask them, or buy fewer.',
    CANNOT_PAY_FROM: '{phone} cannot pay here. Give the mobile-money number of the payer.',
    NOTHING_TO_PAY: 'There is no fee to pay for this sender ID.',
    ONE_OF: 'Give exactly one of these: {fields}.',
    COLUMN_MISSING: 'The file has no column for {column}. It needs region, prefixes, price and currency.',
    RATE_WRONG: '{value} cannot be used here.',
    RATE_TWICE: 'This region stands in line {line} already.',
    INTERNAL: 'Something went wrong on our side. Nothing was lost; try again, and name the request number if it goes on.',
  },
  pt: {
    BAD_INPUT: 'Verifique estes campos: {fields}.',
    UNKNOWN_FIELD: 'Este campo não é conhecido aqui.',
    NOT_A_PHONE: 'Isto não é um número móvel. Escreva-o com o prefixo do país, por exemplo +258841234567.',
    COMMON_PASSWORD: 'Esta palavra-passe é das primeiras que qualquer pessoa tentaria. Escolha outra.',
    COMPANY_NAME_MISSING: 'Uma conta de empresa precisa do nome da empresa.',
    NOT_A_RANGE: '{range} não é um endereço IP nem uma rede como 10.0.0.0/8.',
    TAKEN_HERE: '{value} já está ocupado.',
    NO_SUCH: 'Não existe {value}.',
    RELOADED: 'O pedido de recarregamento do Jasmin foi enviado com sucesso.',
    NOT_A_PICTURE: 'Isto não é uma imagem que se possa usar. Escolha um ficheiro PNG, JPEG ou WebP.',
    BAD_PAGE_TOKEN: 'Esta ligação de página já não é válida. Comece na primeira página.',
    NOT_SIGNED_IN: 'A sua sessão terminou. Inicie sessão novamente.',
    WRONG_CREDENTIALS: 'O e-mail ou telefone e a palavra-passe não coincidem.',
    ACCOUNT_NOT_ACTIVE: 'Esta conta não está activa. Fale com quem a gere.',
    ACCOUNT_PENDING: 'Esta conta ainda não foi activada. Peça um novo código e introduza-o.',
    TEMPORARY_PASSWORD_EXPIRED: 'Esta palavra-passe temporária expirou. Peça uma nova, ou escolha "Esqueci-me da palavra-passe".',
    OTP_WRONG: 'O código não está certo. Tentativas restantes: {left}.',
    OTP_GONE: 'Este código já não pode ser usado. Peça um novo.',
    LINK_GONE: 'Esta ligação já foi usada ou expirou. Peça uma nova.',
    WRONG_PASSWORD: 'A palavra-passe actual não está certa.',
    ALREADY_REGISTERED: 'Já existe uma conta com este dado ({field}). Use outro.',
    LEVEL_TOO_HIGH: 'O nível de acesso dessa conta é demasiado alto para poder fazer isto.',
    NOT_WHILE_IMPERSONATING: 'Só a própria pessoa pode fazer isto. Volte primeiro à sua conta.',
    DETAILS_INCOMPLETE: 'Complete primeiro os seus dados em Definições.',
    PASSWORD_CHANGE_DUE: 'Escolha primeiro uma palavra-passe sua.',
    NOT_ALLOWED: 'O seu nível de acesso não permite isto.',
    NOT_FOUND: 'Não existe: {what}.',
    PROOF_NEEDED: 'Foram pedidos códigos várias vezes sem serem usados. O seu navegador tem de fazer primeiro um pequeno cálculo; tente novamente.',
    UNDER_ITSELF: 'Um cliente não pode ficar sob si próprio nem sob um dos seus clientes.',
    LEVEL_DOES_NOT_FIT: 'Uma conta deste nível não pode ficar sob {parent}.',
    CLIENTS_DO_NOT_FIT: 'Tem clientes que não podem ficar sob uma conta deste nível ({count}). Mude-os primeiro.',
    CREDIT_IN_USE: 'Deve {used} unidades, por isso o limite de crédito não pode ser inferior.',
    CONFLICT: '{what}: está {status}, por isso não é possível agora.',
    DAILY_LIMIT: 'Seriam {wanted} mensagens, e hoje restam {left}: a conta pode enviar {limit} por dia, e {used} já foram aceites desde a meia-noite UTC. Envie a menos pessoas, escolha uma hora depois da meia-noite UTC, ou peça um limite mais alto a quem gere a conta.',
    OUTSIDE_WINDOW: 'Com este remetente não se pode enviar nada para {countries} a essa hora. Poderá enviar a partir de {opens}.',
    FOUR_EYES: 'Outra pessoa tem de decidir sobre esta campanha: é sua, ou participou nela.',
    NOT_IN_FUTURE: 'Escolha uma hora que ainda esteja por vir.',
    NOT_A_ZONE: 'Não há este fuso horário. Escreva-o como Africa/Maputo.',
    HOURS_IN_ORDER: 'As horas têm de acabar depois de começarem.',
    REASON_MISSING: 'Diga porquê, para que o dono saiba o que mudar.',
    PRIVATE_ADDRESS: 'Este endereço não pode ser chamado ({why}). Indique um público, ou autorize endereços privados para este conector.',
    BAD_EXPRESSION: 'Não é possível ler isto: {why}.',
    IDEMPOTENCY_KEY_REUSED: 'Esta Idempotency-Key já foi usada noutro pedido. Use uma nova.',
    IDEMPOTENCY_KEY_MISSING: 'Envie um cabeçalho Idempotency-Key de 1 a 200 caracteres, um novo para cada coisa que quer fazer.',
    TOO_LARGE: 'É demasiado grande: no máximo {limit}.',
    TOO_MANY_REQUESTS: 'Demasiadas tentativas. Tente novamente dentro de {seconds} segundos.',
    NO_UNITS: 'Unidades insuficientes: são precisas {needed} e há {available} disponíveis. Compre unidades e tente novamente.',
    NO_ROUTE: 'Nenhuma rota leva a estes números. Fale com quem gere o gateway.',
    NO_RATE: 'Não há tarifa para {region}. Fale com quem gere a sua conta.',
    SENDER_NOT_READY: 'O remetente {sender} não está pronto para enviar.',
    NO_RECIPIENTS: 'Nenhum número desta lista pode receber mensagens.',
    UNKNOWN_PLACEHOLDER: 'Nada se sabe para o marcador "{name}", pela primeira vez na linha {row}. Aqui pode usar: {columns}.',
    TOO_MANY_TYPED: 'São {count} números; numa campanha podem escrever-se ou colar-se no máximo {limit}. Envie os restantes a partir de um ficheiro ou para um grupo.',
    NAME_TAKEN: 'Já existe um com o nome "{name}". Escolha outro nome.',
    TEXT_OR_TEMPLATE: 'Indique um texto ou um modelo, só um dos dois.',
    NOBODY_CHOSEN: 'Escolha pelo menos um número, grupo ou contacto.',
    FILE_REFUSED: '{reason}',
    NO_SUMMARY: 'A campanha não tem resumo ou é inválida',
    PREVIEW_FAILED: 'Não foi possível carregar a pré-visualização. Verifique o conteúdo do ficheiro carregado',
    UPLOAD_GONE: 'Este ficheiro já não está aqui. Os ficheiros não enviados são apagados após 24 horas: carregue-o novamente.',
    TAKEN: '{value} já está ocupado e nada foi substituído. Escolha outro.',
    IN_USE: '{what}: está em uso por {by}. Retire-o de lá primeiro.',
    DRAFT_INVALID: 'O rascunho não entrou em vigor: {reason}',
    LIST_TOO_WIDE: 'Esta pesquisa percorre demasiadas mensagens. Escolha menos dias, um número ou uma campanha.',
    CONTACT_EXISTS: 'Já tem um contacto com o número {phone}. Altere esse ou use outro número.',
    GROUP_NAME_TAKEN: 'Já tem um grupo chamado {groupName}. Escolha outro nome.',
    CONTACTS: 'Contactos',
    OPT_OUTS: 'Cancelamentos',
    ONE_CLIENT: 'Escolha um cliente em cujos contactos procurar.',
    UNAVAILABLE: 'Não é possível neste momento. Nada se perdeu; tente daqui a pouco.',
    NO_PROVIDER: 'Ainda ninguém recebe aqui pagamentos em {currency}. Fale com quem gere a sua conta.',
    AMOUNT_OUT_OF_BOUNDS: 'Um pagamento pode ir de {least} a {most} {currency}.',
    STOCK_SHORT: 'O seu revendedor não tem unidades suficientes neste momento. Nada foi cobrado; fale com ele, ou compre menos.',
    CANNOT_PAY_FROM: '{phone} não pode pagar aqui. Indique o número de dinheiro móvel de quem paga.',
    NOTHING_TO_PAY: 'Não há taxa a pagar por este remetente.',
    ONE_OF: 'Indique exactamente um destes: {fields}.',
    COLUMN_MISSING: 'O ficheiro não tem coluna para {column}. Precisa de região, prefixos, preço e moeda.',
    RATE_WRONG: '{value} não pode ser usado aqui.',
    RATE_TWICE: 'Esta região já está na linha {line}.',
    INTERNAL: 'Algo correu mal do nosso lado. Nada se perdeu; tente novamente e indique o número do pedido se continuar.',
  },
};

/** Whatever has a sentence; one that a language lacks, or a failure without one, does not compile. */
type Sentence = ErrorCode | keyof typeof words.en;
const sentences: Record<Language, Record<Sentence, string>> = words;

// What sentences about things and their states call them; a name that is not here stands as it is.
const THINGS: Record<Language, Readonly<Record<string, string>>> = {
  en: { client: 'account' },
  pt: {
    address: 'endereço', brand: 'marca', campaign: 'campanha', client: 'conta', host: 'endereço da marca', 'list of keys': 'lista de chaves', message: 'mensagem', picture: 'imagem',
    session: 'sessão', task: 'tarefa', 'sending window': 'horário de envio',
  },
};
const STATES: Record<Language, Readonly<Record<string, string>>> = {
  en: {
    PENDING: 'not sent yet', WAITING_APPROVAL: 'waiting for approval', APPROVED: 'approved', SCHEDULED: 'scheduled', QUEUED: 'queued', RUNNING: 'running', PAUSED: 'paused', COMPLETED: 'completed',
    DECLINED: 'declined', CANCELLED: 'cancelled', CANCELED: 'cancelled', FAILED: 'failed', ACTIVE: 'active', BLOCKED: 'blocked', INVITED: 'invited', PENDING_ACTIVATION: 'waiting for activation',
    SHOULD_UPDATE_DETAILS: 'waiting for its details', SHOULD_RESET_PASSWORD_LEGACY: 'waiting for a new password', INACTIVE: 'blocked', REJECTED: 'rejected', READY_FOR_SENDING: 'ready for sending',
  },
  pt: {
    PENDING: 'ainda por enviar', WAITING_APPROVAL: 'à espera de aprovação', APPROVED: 'num estado aprovado', SCHEDULED: 'com hora marcada', QUEUED: 'em fila', RUNNING: 'em curso', PAUSED: 'em pausa',
    COMPLETED: 'no fim', DECLINED: 'num estado recusado', CANCELLED: 'num estado cancelado', CANCELED: 'num estado cancelado', FAILED: 'num estado falhado', ACTIVE: 'em actividade', BLOCKED: 'sob bloqueio',
    INVITED: 'à espera de aceitar o convite', PENDING_ACTIVATION: 'à espera de activação', SHOULD_UPDATE_DETAILS: 'à espera dos seus dados', SHOULD_RESET_PASSWORD_LEGACY: 'à espera de uma nova palavra-passe',
    INACTIVE: 'sob bloqueio', REJECTED: 'num estado rejeitado', READY_FOR_SENDING: 'em condições de enviar',
  },
};

/** The sentence for a code, its `{names}` filled from `values`; things and states in words. */
export function sentence(language: Language, code: Sentence, values: Record<string, string | number> = {}): string {
  const said: Record<string, string | number> = { ...values };
  if (said['what'] !== undefined) said['what'] = THINGS[language][said['what']] ?? said['what'];
  if (said['status'] !== undefined) said['status'] = STATES[language][said['status']] ?? said['status'];
  const filled = sentences[language][code].replace(/\{(\w+)\}/g, (whole, name: string) => String(said[name] ?? whole));
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}

/** The best of our languages for an Accept-Language header. */
export function languageOf(header: string | undefined): Language {
  return /^\s*pt\b/i.test(header ?? '') ? 'pt' : 'en';
}

const zodMessages = { en: zodEnglish().localeError, pt: zodPortuguese().localeError };

/** How schema mistakes are worded. */
export function zodWords(language: Language) {
  return zodMessages[language];
}
