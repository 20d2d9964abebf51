import type * as z from 'zod/mini';
import { en as zodEnglish, ptBR as zodPortuguese } from 'zod/locales';
import { SINGLE_LINE } from '../../contract/endpoint.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { DocumentKind } from '../../contract/shared/sender-names.ts';

/** The languages that the server's own sentences come in; English is the fallback. */
export type Language = 'en' | 'pt';

const words = {
  en: {
    BAD_INPUT: 'Check these fields: {fields}.',
    UNKNOWN_FIELD: 'This field is not known here.',
    MOST_CHARACTERS: 'This has {have} characters; {bound} are the most.',
    LEAST_CHARACTERS: 'This needs {bound} characters or more.',
    BROKEN_TEXT:
      'This holds a character that cannot be kept, such as half of an emoji. Delete it and type it again.',
    NOT_ONE_LINE: 'This must be one line. Remove line breaks and other control characters.',
    NOTHING_WRITTEN: 'This is empty. Fill it in.',
    MOST_ENTRIES: 'These are {have}; {bound} are the most.',
    LEAST_ENTRIES: 'This needs {bound} or more.',
    MOST_AMOUNT: '{bound} is the most.',
    BELOW_AMOUNT: 'This has to be less than {bound}.',
    LEAST_AMOUNT: '{bound} is the least.',
    ABOVE_AMOUNT: 'This has to be more than {bound}.',
    AMONG: 'Choose one of these: {values}.',
    NUMBERS_DIFFER: 'This is not the same number.',
    NOT_A_PHONE:
      'This is not a mobile number. Write it with its country prefix, such as +254712345678.',
    COMMON_PASSWORD: 'This password is among the first that anybody would guess. Choose another.',
    COMPANY_NAME_MISSING: 'A company account needs the name of the company.',
    NOT_A_RANGE: '{range} is neither an IP address nor a network such as 10.0.0.0/8.',
    TAKEN_HERE: '"{value}" is taken already.',
    NO_SUCH: 'There is no {value}.',
    RELOADED: 'Jasmin reload request has been sent successfully.',
    NOT_A_PICTURE: 'This is not a picture that can be used. Choose a PNG, JPEG or WebP file.',
    BAD_PAGE_TOKEN: 'This page link is no longer valid. Start from the first page.',
    NOT_SIGNED_IN: 'Your session has ended. Sign in again.',
    SESSION_IDLE: 'You were signed out after 30 minutes without activity. Sign in again.',
    SESSION_TOO_OLD: 'You have been signed in for as long as is allowed. Sign in again.',
    SESSION_REUSED:
      'You were signed out because an old sign-in token was used. Sign in again, and change your password if somebody else may have used your account.',
    WRONG_CREDENTIALS: 'The e-mail or phone and the password do not match.',
    ACCOUNT_NOT_ACTIVE: 'This account is not active. Ask whoever manages it.',
    ACCOUNT_PENDING: 'This account is not activated yet. Ask for a new code and enter it.',
    TEMPORARY_PASSWORD_EXPIRED:
      'This temporary password has expired. Ask for a new one, or choose "Forgot password".',
    OTP_WRONG: 'That is not the code. Tries left: {left}.',
    OTP_GONE: 'This code can no longer be used. Ask for a new one.',
    LINK_GONE: 'This link was used or has expired. Ask for a new one.',
    WRONG_PASSWORD: 'The present password is not right.',
    ALREADY_REGISTERED: 'There is an account with this {field} already. Use another.',
    LEVEL_TOO_HIGH: 'The access level of that account is too high for you to do this.',
    EMAIL_TOO_RECENT:
      'The e-mail address of this account was changed by someone else less than 72 hours ago, so no password is sent to it yet. Wait until 72 hours have passed.',
    NO_WAY_TO_CONFIRM:
      'No SMS can be sent to this number, and the account has no e-mail address that could take its code. Add an e-mail address first.',
    STEP_UP_REQUIRED: 'Confirm that it is you: enter your password or a code, then try again.',
    NOT_WHILE_IMPERSONATING:
      'Only the person itself can do this. Return to your own account first.',
    DETAILS_INCOMPLETE: 'Complete your details under Settings first.',
    PASSWORD_CHANGE_DUE: 'Choose a password of your own first.',
    STRONG_SIGN_IN_REQUIRED:
      'Set up an authenticator app or a passkey under Settings, Security first.',
    LAST_FACTOR:
      'This account needs an authenticator app or a passkey. Add another before you remove this one.',
    TOTP_WRONG:
      'That is not the code of the app. Check that the time of your phone is set automatically, and enter the newest code.',
    RECOVERY_CODE_WRONG: 'This is none of your recovery codes, or it was used before.',
    PASSKEY_REFUSED: 'This passkey was not accepted. Try again, or choose another way.',
    PASSKEY_NOT_HERE:
      'Passkeys cannot be used at {host}. Open the portal at its own name, by https.',
    TOO_MANY_PASSKEYS: 'An account can have {limit} passkeys. Remove one that you no longer use.',
    NO_WAY_HERE: 'Your passkeys belong to {hosts}. Use one there, or ask an administrator.',
    NOTHING_TO_REMOVE: 'This account has no authenticator app, passkey or recovery code.',
    NOT_ALLOWED: 'Your access level does not allow this.',
    NOT_FOUND: 'There is no such {what}.',
    PROOF_NEEDED:
      'Codes were asked for several times and not used. Your browser has to do a small calculation first; try again.',
    UNDER_ITSELF: 'A client cannot stand under itself or under one of its own clients.',
    LEVEL_DOES_NOT_FIT: 'An account of this level cannot stand under {parent}.',
    CLIENTS_DO_NOT_FIT:
      'It has clients that cannot stand under an account of this level ({count}). Move them first.',
    CREDIT_IN_USE: 'It owes {used} units, so its credit limit cannot be lower than that.',
    CONFLICT: 'This {what} is {status}, so that cannot be done now.',
    DAILY_LIMIT:
      'This would be {wanted} messages, and {left} are left of today: the account may send {limit} a day, and {used} were taken since midnight UTC. Send to fewer, choose a time after midnight UTC, or ask whoever manages the account for a higher limit.',
    OUTSIDE_WINDOW:
      'With this sender ID nothing may be sent to {countries} at that hour. It may be sent again from {opens}.',
    HELD_BACK:
      'The data was restored from a back-up, and this campaign is older: it may have been sent since. It waits until an administrator has looked at it.',
    SECOND_PERSON_NEEDED:
      "Above {above} units in 24 hours the platform's wallet gives nothing without a second administrator. Correct the client's balance instead: another administrator then approves it.",
    TWO_ADMINISTRATORS_NEEDED:
      'At least two active administrators are needed for second approval. Add one, or turn second approval off first.',
    TOO_NEW_TO_APPROVE:
      'This account became an administrator, or was changed by another person, less than {hours} hours ago. Another administrator has to decide.',
    AUTHOR_NOT_ADMINISTRATOR:
      'The author of this request is no longer an active administrator, so it cannot be approved. Refuse it.',
    FOUR_EYES: 'Somebody else has to decide on this: you are its owner, or had a hand in it.',
    NOT_IN_FUTURE: 'Choose a time that is still to come.',
    HOST_OF_PLATFORM:
      'This is an address of the platform itself. Give a host name of your own, such as sms.company.com.',
    HOST_IS_ADDRESS: 'This is an IP address. Give a host name, such as sms.company.com.',
    HOST_RESERVED:
      'This name belongs to private networks. Give one that is reached from the internet, such as sms.company.com.',
    HOST_PUBLIC_SUFFIX:
      'Everybody registers names under this one. Give the whole name, such as sms.company.co.ke.',
    HOST_TAKEN: 'This host carries another brand.',
    HOSTS_MANY: 'A brand has at most {limit} hosts and proposals. Remove one first.',
    NOT_A_ZONE: 'There is no such time zone. Write it as Africa/Nairobi.',
    HOURS_IN_ORDER: 'The hours must end after they begin.',
    REASON_MISSING: 'Say why, so that its owner knows what to change.',
    WEBHOOK_NO_ADDRESS: 'This is no address. Give one such as https://example.com/webhooks/tuma.',
    WEBHOOK_NOT_HTTPS:
      'The address must begin with https://, so that nobody reads or changes what is sent to it.',
    WEBHOOK_PORT:
      'Port {why} cannot be used. Leave the port out: webhooks are sent over https on port 443.',
    WEBHOOK_PASSWORD:
      'Leave name and password out of the address. The signature shows that a request is from here.',
    WEBHOOK_PRIVATE:
      'This address cannot be called ({why}). Give one that can be reached from the internet.',
    PRIVATE_ADDRESS:
      'This address {why}. Give a public one. A host of your own private network must be in PRIVATE_HOSTS, which the operator of this installation sets; HTTP connectors must also allow private addresses.',
    BAD_EXPRESSION: 'This cannot be read: {why}.',
    IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request. Use a new one.',
    IDEMPOTENCY_KEY_MISSING:
      'Send an Idempotency-Key header of 1 to 200 characters, a new one for each thing you want done.',
    TOO_LARGE: 'That is too large: at most {limit}.',
    INVITATION_LIMIT:
      'You can send at most {limit} invitations in 24 hours. You can send the next one from {until} (UTC).',
    TOO_MANY_REQUESTS: 'Too many tries. Try again in {seconds} seconds.',
    NO_UNITS:
      'Not enough units: this needs {needed} and {available} are available. Buy units, then try again.',
    NUMBER_REFUSED:
      '{number} is not a mobile number that messages can go to ({reason}). Write it with its country prefix, such as +254712345678.',
    NUMBER_BLOCKED: '{number} is blocked on this platform.',
    NUMBER_IN_FLIGHT:
      'This number is in {count} messages or campaigns that have not ended. Let them end, or cancel the campaigns, and ask again.',
    OPTED_OUT: '{number} has asked for no more messages from this account.',
    SENDER_MISSING: 'Say which sender ID the message comes from.',
    TEXT_EMPTY: 'The message has no text.',
    TEXT_TOO_LONG: 'The message would be {segments} parts; {limit} is the most.',
    USER_MAY_NOT: 'This gateway user is not authorised for this: {right}.',
    VALUE_FILTERED: 'What stands in {field} is not allowed for this gateway user.',
    QUOTA_SPENT:
      'The message needs {needed} of the parts that this gateway user may send, and {left} are left.',
    TIME_OUT_OF_BOUNDS: '{field} must lie between {least} and {most} seconds from now.',
    THROUGHPUT: 'More than {limit} messages a second. Send the rest a second later.',
    QUEUE_FULL: 'This account has {limit} messages waiting already. Send more when they have gone.',
    MESSAGES_ALONE:
      'With messages, nothing else stands beside it: each message has its own fields.',
    FIELD_MISSING: 'This is needed.',
    KEY_UNKNOWN: 'This API key is not known, was revoked, or its account may not be used.',
    KEY_IS_TEST: 'A test key sends single messages. It makes no campaigns and changes no contacts.',
    KEY_SCOPE: 'This API key does not have the scope {scope}.',
    KEY_ADDRESS: 'This API key may not be used from {address}.',
    NO_ROUTE: 'No route leads to these numbers. Ask whoever runs the gateway.',
    NO_RATE: 'There is no rate for {region}. Ask whoever manages your account.',
    SENDER_NOT_READY: 'The sender ID {sender} is not ready for sending.',
    NO_RECIPIENTS: 'No number in this list can be sent to.',
    UNKNOWN_PLACEHOLDER:
      'Nothing is known for the placeholder "{name}", first in row {row}. What can be used here: {columns}.',
    TOO_MANY_TYPED:
      'These are {count} numbers; at most {limit} can be typed or pasted for one campaign. Send more of them from a file or to a group.',
    NAME_TAKEN: 'There is one called "{name}" already. Choose another name.',
    TEXT_OR_TEMPLATE: 'Give either a text or a template, one of the two.',
    NOBODY_CHOSEN: 'Choose at least one number, group or contact.',
    FILE_REFUSED: '{reason}',
    NO_SUMMARY: 'The campaign has no summary or is invalid',
    PREVIEW_FAILED: 'Message preview could not be loaded. Check the contents of the upload file',
    UPLOAD_GONE:
      'This upload is no longer here. Files that are not sent are deleted after 24 hours: upload it again.',
    TAKEN: '"{value}" is taken, and nothing was replaced. Choose another.',
    IN_USE: 'This {what} is in use by {by}. Take it out there first.',
    DRAFT_INVALID: 'The draft was not put into force: {reason}',
    LIST_TOO_WIDE:
      'This search goes through too many rows. Choose fewer days, a number, a client or a campaign.',
    REPORT_NOT_READY: 'This report is not ready yet, or could not be made.',
    REPORT_TOO_LONG:
      'This report would have more than {limit} rows, or be larger than 2 GB. Choose fewer days, or narrow it by a filter.',
    REPORT_STOPPED: 'It was stopped before it was ready.',
    TOO_MANY_REPORTS:
      'You keep {limit} reports already. Delete some that you do not need, and request it again.',
    REPORT_COLUMN: 'A report of this kind has no column "{value}".',
    REPORT_TWICE: 'The column "{value}" is there twice.',
    REPORT_FIGURE: 'Choose at least one figure, such as messages.',
    REPORT_FILTER: 'A report of this kind cannot be narrowed by "{value}".',
    REPORT_CAMPAIGN: 'Choose the campaign whose messages you want.',
    REPORT_RANGE: 'The end must not come before the beginning.',
    REPORT_DATES:
      'A scheduled report covers the last whole day, week or month, so it takes no dates.',
    CONTACT_EXISTS:
      'You have a contact with the number {phone} already. Change that one, or use another number.',
    GROUP_EMPTYING:
      'Contacts are being taken out of the group “{groupName}” in the background. Wait until that has ended, or stop it under Background Tasks.',
    GROUP_IN_IMPORT:
      'An import is bringing contacts into the group “{groupName}”. Wait until it has ended, or stop it.',
    GROUP_NAME_TAKEN: 'You have a group called {groupName} already. Choose another name.',
    CONTACTS: 'Contacts',
    OPT_OUTS: 'Opt-outs',
    ONE_CLIENT: 'Choose one client whose contacts to search.',
    UNAVAILABLE: 'This cannot be done right now. Nothing was lost; try again shortly.',
    OUTCOME_UNKNOWN:
      'The connection to the database broke while this was being stored, so it may have been done. Look before you do it again; software may repeat it with the same Idempotency-Key.',
    NO_PROVIDER: 'Nobody here takes payments in {currency} yet. Ask whoever manages your account.',
    AMOUNT_OUT_OF_BOUNDS: 'One payment can be from {least} to {most} {currency}.',
    STOCK_SHORT:
      'Your reseller has not enough units at the moment. Nothing was charged; ask them, or buy fewer.',
    CANNOT_PAY_FROM: '{phone} cannot pay here. Give the mobile-money number of the payer.',
    NOTHING_TO_PAY: 'There is no fee to pay for this sender ID.',
    ONE_OF: 'Give exactly one of these: {fields}.',
    COLUMN_MISSING:
      'The file has no column for {column}. It needs region, prefixes, price and currency.',
    RATE_WRONG: '"{value}" cannot be used here.',
    RATE_EMPTY: 'This is empty.',
    RATE_TWICE: 'This region stands in line {line} already.',
    RATES_IN_TWO_CURRENCIES:
      'All rates of a client must be in one currency: {region} would differ from {currency}. Import them together to change the currency.',
    RATE_TOO_LOW:
      '{atLine}{region} (+{prefix}) costs the seller more than this. The lowest price allowed is {least} {currency}. Set that or more, or lower the price of the home country.',
    NOT_SOLD_BY_SELLER:
      '{atLine}The seller has no price for {region} (+{prefix}), so it cannot sell messages there. Ask an administrator to add the region.',
    COUNTRY_FIXED:
      'Units are worth messages to the country of the account, so it can only change while the balance is 0. Ask whoever manages the account.',
    HOMES_DIFFER:
      "Your units cannot be counted against those of this account: one of you has no price for the other's country. Set that price, or let the account buy its own units.",
    CALLBACK_OF_CHECKOUT:
      'This callback is about another request than that payment was made by. Look for the payment whose events name its number.',
    CALLBACK_OF_AMOUNT: 'This callback tells another amount than that payment asked for.',
    CALLBACK_OF_PHONE: 'This callback names another phone than the one that was asked to pay.',
    CALLBACK_OF_RECEIPT: 'The receipt of this callback belongs to another payment already.',
    NOTHING_ARRIVES: 'So few units come to nothing in the country of that account. Give more.',
    ARRIVES_CHANGED:
      'A price has changed since you looked: {units} units would arrive now. Look again.',
    SAMPLE_MISSING: 'Write a message as you will send it: operators of this country ask for one.',
    ONE_OF_A_KIND: 'Attach one document of each kind.',
    RULE_WRONG: 'This does not fit with the field beside it.',
    FEE_UNPAID: 'Its fee of {fee} is not paid yet. It can be approved once it is.',
    SENDER_NAME: '{reason}',
    DOCUMENTS_MISSING: 'These documents are missing: {documents}. Attach each of them.',
    BRAND_OWNER_MISSING:
      'This name is not the name of your account. Say whose it is, and attach the letter in which they allow it.',
    NOT_BELOW: 'A sender ID can be given only to a client below its owner. Choose one of those.',
    SENDER_TOO_SHORT: 'This is too short: at least {shortest} characters.',
    SENDER_TOO_LONG: 'This is too long: at most {longest} characters.',
    SENDER_SPACES: 'Operators of this country take no spaces in it.',
    SENDER_SYMBOLS: 'Operators of this country take letters and digits only.',
    SENDER_CHARACTERS: 'Use letters without accents, digits, spaces and - _ . & only.',
    SENDER_ALL_DIGITS: 'This needs a letter. Numbers alone are short codes: choose that kind.',
    SENDER_NOT_DIGITS: 'A short code has digits only.',
    SENDER_EDGES: 'It cannot begin or end with a space, or have two in a row.',
    SENDER_NOT_OFFERED: 'Operators of this country do not take this kind of sender ID.',
    PROTECTED_ALREADY: 'This country has {value} protected already, which looks the same.',
    SENDER_TAKEN: 'Somebody has this name in this country already. Choose another.',
    SENDER_ALIKE:
      'This looks too much like a name that somebody else has. Choose one that nobody can mistake.',
    SENDER_WORD:
      'This word says nothing about who sends. Operators refuse it: choose a name that people know you by.',
    DOCUMENT_TYPE:
      '"{file}" is no PDF, PNG or JPEG by its content. Scan or save it as one of these.',
    DOCUMENT_BROKEN: '"{file}" cannot be read to its end. Save it again, then upload it.',
    DOCUMENT_LOCKED: '"{file}" has a password. Save it without one, so that it can be read here.',
    DOCUMENT_ACTIVE:
      '"{file}" has scripts, forms or other files in it. Print it to a plain PDF, then upload that.',
    DOCUMENT_EMPTY: 'There is nothing in "{file}".',
    INTERNAL:
      'Something went wrong on our side. Nothing was lost; try again, and name the request number if it goes on.',
  },
  pt: {
    BAD_INPUT: 'Verifique estes campos: {fields}.',
    UNKNOWN_FIELD: 'Este campo não é conhecido aqui.',
    MOST_CHARACTERS: 'Isto tem {have} caracteres; o máximo é {bound}.',
    LEAST_CHARACTERS: 'São precisos {bound} caracteres ou mais.',
    BROKEN_TEXT:
      'Isto contém um carácter que não pode ser guardado, como metade de um emoji. Apague-o e escreva-o de novo.',
    NOT_ONE_LINE:
      'Tem de ser uma só linha. Retire as quebras de linha e outros caracteres de controlo.',
    NOTHING_WRITTEN: 'Está vazio. Preencha este campo.',
    MOST_ENTRIES: 'São {have}; o máximo é {bound}.',
    LEAST_ENTRIES: 'São precisos {bound} ou mais.',
    MOST_AMOUNT: 'O máximo é {bound}.',
    BELOW_AMOUNT: 'Tem de ser menos de {bound}.',
    LEAST_AMOUNT: 'O mínimo é {bound}.',
    ABOVE_AMOUNT: 'Tem de ser mais de {bound}.',
    AMONG: 'Escolha um destes: {values}.',
    NUMBERS_DIFFER: 'Não é o mesmo número.',
    NOT_A_PHONE:
      'Isto não é um número móvel. Escreva-o com o prefixo do país, por exemplo +258841234567.',
    COMMON_PASSWORD:
      'Esta palavra-passe é das primeiras que qualquer pessoa tentaria. Escolha outra.',
    COMPANY_NAME_MISSING: 'Uma conta de empresa precisa do nome da empresa.',
    NOT_A_RANGE: '{range} não é um endereço IP nem uma rede como 10.0.0.0/8.',
    TAKEN_HERE: '"{value}" já está ocupado.',
    NO_SUCH: 'Não existe {value}.',
    RELOADED: 'O pedido de recarregamento do Jasmin foi enviado com sucesso.',
    NOT_A_PICTURE:
      'Isto não é uma imagem que se possa usar. Escolha um ficheiro PNG, JPEG ou WebP.',
    BAD_PAGE_TOKEN: 'Esta ligação de página já não é válida. Comece na primeira página.',
    NOT_SIGNED_IN: 'A sua sessão terminou. Inicie sessão novamente.',
    SESSION_IDLE: 'A sua sessão terminou após 30 minutos sem atividade. Inicie sessão novamente.',
    SESSION_TOO_OLD: 'A sua sessão atingiu a duração máxima. Inicie sessão novamente.',
    SESSION_REUSED:
      'A sua sessão terminou porque foi usado um código de sessão antigo. Inicie sessão novamente e altere a palavra-passe se outra pessoa puder ter usado a sua conta.',
    WRONG_CREDENTIALS: 'O e-mail ou telefone e a palavra-passe não coincidem.',
    ACCOUNT_NOT_ACTIVE: 'Esta conta não está activa. Fale com quem a gere.',
    ACCOUNT_PENDING: 'Esta conta ainda não foi activada. Peça um novo código e introduza-o.',
    TEMPORARY_PASSWORD_EXPIRED:
      'Esta palavra-passe temporária expirou. Peça uma nova, ou escolha "Esqueci-me da palavra-passe".',
    OTP_WRONG: 'O código não está certo. Tentativas restantes: {left}.',
    OTP_GONE: 'Este código já não pode ser usado. Peça um novo.',
    LINK_GONE: 'Esta ligação já foi usada ou expirou. Peça uma nova.',
    WRONG_PASSWORD: 'A palavra-passe actual não está certa.',
    ALREADY_REGISTERED: 'Já existe uma conta com este dado ({field}). Use outro.',
    LEVEL_TOO_HIGH: 'O nível de acesso dessa conta é demasiado alto para poder fazer isto.',
    EMAIL_TOO_RECENT:
      'O e-mail desta conta foi mudado por outra pessoa há menos de 72 horas, por isso ainda não se envia nenhuma palavra-passe para lá. Espere até passarem 72 horas.',
    NO_WAY_TO_CONFIRM:
      'Não é possível enviar um SMS para este número, e a conta não tem e-mail que possa receber o código. Adicione primeiro um e-mail.',
    STEP_UP_REQUIRED:
      'Confirme a sua identidade: introduza a sua palavra-passe ou um código e tente novamente.',
    NOT_WHILE_IMPERSONATING: 'Só a própria pessoa pode fazer isto. Volte primeiro à sua conta.',
    DETAILS_INCOMPLETE: 'Complete primeiro os seus dados em Definições.',
    PASSWORD_CHANGE_DUE: 'Escolha primeiro uma palavra-passe sua.',
    STRONG_SIGN_IN_REQUIRED:
      'Configure primeiro uma aplicação de autenticação ou uma chave de acesso em Definições, Segurança.',
    LAST_FACTOR:
      'Esta conta precisa de uma aplicação de autenticação ou de uma chave de acesso. Adicione outra antes de remover esta.',
    TOTP_WRONG:
      'Este não é o código da aplicação. Verifique se a hora do telefone é acertada automaticamente e introduza o código mais recente.',
    RECOVERY_CODE_WRONG: 'Este não é um dos seus códigos de recuperação, ou já foi usado.',
    PASSKEY_REFUSED: 'Esta chave de acesso não foi aceite. Tente de novo ou escolha outra forma.',
    PASSKEY_NOT_HERE:
      'As chaves de acesso não podem ser usadas em {host}. Abra o portal pelo seu nome, por https.',
    TOO_MANY_PASSKEYS: 'Uma conta pode ter {limit} chaves de acesso. Remova uma que já não use.',
    NO_WAY_HERE:
      'As suas chaves de acesso pertencem a {hosts}. Use-as aí ou peça ajuda a um administrador.',
    NOTHING_TO_REMOVE:
      'Esta conta não tem aplicação de autenticação, chave de acesso nem código de recuperação.',
    NOT_ALLOWED: 'O seu nível de acesso não permite isto.',
    NOT_FOUND: 'Não existe: {what}.',
    PROOF_NEEDED:
      'Foram pedidos códigos várias vezes sem serem usados. O seu navegador tem de fazer primeiro um pequeno cálculo; tente novamente.',
    UNDER_ITSELF: 'Um cliente não pode ficar sob si próprio nem sob um dos seus clientes.',
    LEVEL_DOES_NOT_FIT: 'Uma conta deste nível não pode ficar sob {parent}.',
    CLIENTS_DO_NOT_FIT:
      'Tem clientes que não podem ficar sob uma conta deste nível ({count}). Mude-os primeiro.',
    CREDIT_IN_USE: 'Deve {used} unidades, por isso o limite de crédito não pode ser inferior.',
    CONFLICT: '{what}: está {status}, por isso não é possível agora.',
    DAILY_LIMIT:
      'Seriam {wanted} mensagens, e hoje restam {left}: a conta pode enviar {limit} por dia, e {used} já foram aceites desde a meia-noite UTC. Envie a menos pessoas, escolha uma hora depois da meia-noite UTC, ou peça um limite mais alto a quem gere a conta.',
    OUTSIDE_WINDOW:
      'Com este remetente não se pode enviar nada para {countries} a essa hora. Poderá enviar a partir de {opens}.',
    HELD_BACK:
      'Os dados foram repostos a partir de uma cópia de segurança, e esta campanha é anterior: pode já ter sido enviada. Espera até que um administrador a veja.',
    SECOND_PERSON_NEEDED:
      'Acima de {above} unidades em 24 horas, a carteira da plataforma não dá nada sem um segundo administrador. Acerte antes o saldo do cliente: outro administrador aprova-o depois.',
    TWO_ADMINISTRATORS_NEEDED:
      'A segunda aprovação precisa de pelo menos dois administradores activos. Acrescente um, ou desligue primeiro a segunda aprovação.',
    TOO_NEW_TO_APPROVE:
      'Esta conta tornou-se administradora, ou foi alterada por outra pessoa, há menos de {hours} horas. Outro administrador tem de decidir.',
    AUTHOR_NOT_ADMINISTRATOR:
      'O autor deste pedido já não é um administrador activo, por isso não pode ser aprovado. Recuse-o.',
    FOUR_EYES: 'Outra pessoa tem de decidir sobre isto: é seu, ou participou nele.',
    NOT_IN_FUTURE: 'Escolha uma hora que ainda esteja por vir.',
    HOST_OF_PLATFORM:
      'Este é um endereço da própria plataforma. Indique um nome seu, como sms.empresa.com.',
    HOST_IS_ADDRESS: 'Isto é um endereço IP. Indique um nome, como sms.empresa.com.',
    HOST_RESERVED:
      'Este nome pertence a redes privadas. Indique um que seja acessível pela internet, como sms.empresa.com.',
    HOST_PUBLIC_SUFFIX:
      'Qualquer pessoa regista nomes sob este. Indique o nome completo, como sms.empresa.co.mz.',
    HOST_TAKEN: 'Este endereço já tem outra marca.',
    HOSTS_MANY: 'Uma marca tem no máximo {limit} endereços e propostas. Remova um primeiro.',
    NOT_A_ZONE: 'Não há este fuso horário. Escreva-o como Africa/Maputo.',
    HOURS_IN_ORDER: 'As horas têm de acabar depois de começarem.',
    REASON_MISSING: 'Diga porquê, para que o dono saiba o que mudar.',
    WEBHOOK_NO_ADDRESS:
      'Isto não é um endereço. Indique um como https://example.com/webhooks/tuma.',
    WEBHOOK_NOT_HTTPS:
      'O endereço tem de começar por https://, para que ninguém leia nem altere o que lhe é enviado.',
    WEBHOOK_PORT:
      'A porta {why} não pode ser usada. Não indique a porta: os webhooks são enviados por https na porta 443.',
    WEBHOOK_PASSWORD:
      'Não ponha nome nem palavra-passe no endereço. A assinatura mostra que um pedido vem daqui.',
    WEBHOOK_PRIVATE:
      'Este endereço não pode ser chamado ({why}). Indique um que se alcance a partir da internet.',
    PRIVATE_ADDRESS:
      'Este endereço {why}. Indique um endereço público. Um anfitrião da sua rede privada tem de estar em PRIVATE_HOSTS, que o operador desta instalação define; os conectores HTTP também têm de permitir endereços privados.',
    BAD_EXPRESSION: 'Não é possível ler isto: {why}.',
    IDEMPOTENCY_KEY_REUSED: 'Esta Idempotency-Key já foi usada noutro pedido. Use uma nova.',
    IDEMPOTENCY_KEY_MISSING:
      'Envie um cabeçalho Idempotency-Key de 1 a 200 caracteres, um novo para cada coisa que quer fazer.',
    TOO_LARGE: 'É demasiado grande: no máximo {limit}.',
    INVITATION_LIMIT:
      'Pode enviar no máximo {limit} convites em 24 horas. Pode enviar o próximo a partir de {until} (UTC).',
    TOO_MANY_REQUESTS: 'Demasiadas tentativas. Tente novamente dentro de {seconds} segundos.',
    NO_UNITS:
      'Unidades insuficientes: são precisas {needed} e há {available} disponíveis. Compre unidades e tente novamente.',
    NUMBER_REFUSED:
      '{number} não é um número de telemóvel que receba mensagens ({reason}). Escreva-o com o indicativo do país, por exemplo +258841234567.',
    NUMBER_BLOCKED: '{number} está bloqueado nesta plataforma.',
    NUMBER_IN_FLIGHT:
      'Este número está em {count} mensagens ou campanhas que ainda não acabaram. Deixe-as acabar, ou cancele as campanhas, e peça outra vez.',
    OPTED_OUT: '{number} pediu para não receber mais mensagens desta conta.',
    SENDER_MISSING: 'Indique o remetente da mensagem.',
    TEXT_EMPTY: 'A mensagem não tem texto.',
    TEXT_TOO_LONG: 'A mensagem teria {segments} partes; o máximo é {limit}.',
    USER_MAY_NOT: 'Este utilizador do gateway não tem autorização para isto: {right}.',
    VALUE_FILTERED: 'O conteúdo de {field} não é permitido a este utilizador do gateway.',
    QUOTA_SPENT:
      'A mensagem precisa de {needed} das partes que este utilizador do gateway ainda pode enviar, e restam {left}.',
    TIME_OUT_OF_BOUNDS: '{field} tem de estar entre {least} e {most} segundos a contar de agora.',
    THROUGHPUT: 'Mais de {limit} mensagens por segundo. Envie o resto um segundo depois.',
    QUEUE_FULL: 'Esta conta já tem {limit} mensagens à espera. Envie mais quando tiverem saído.',
    MESSAGES_ALONE:
      'Com messages não se escreve mais nada ao lado: cada mensagem tem os seus campos.',
    FIELD_MISSING: 'Este campo é necessário.',
    KEY_UNKNOWN:
      'Esta chave de API não é conhecida, foi revogada, ou a sua conta não pode ser usada.',
    KEY_IS_TEST:
      'Uma chave de teste envia mensagens avulsas. Não cria campanhas nem altera contactos.',
    KEY_SCOPE: 'Esta chave de API não tem o âmbito {scope}.',
    KEY_ADDRESS: 'Esta chave de API não pode ser usada a partir de {address}.',
    NO_ROUTE: 'Nenhuma rota leva a estes números. Fale com quem gere o gateway.',
    NO_RATE: 'Não há tarifa para {region}. Fale com quem gere a sua conta.',
    SENDER_NOT_READY: 'O remetente {sender} não está pronto para enviar.',
    NO_RECIPIENTS: 'Nenhum número desta lista pode receber mensagens.',
    UNKNOWN_PLACEHOLDER:
      'Nada se sabe para o marcador "{name}", pela primeira vez na linha {row}. Aqui pode usar: {columns}.',
    TOO_MANY_TYPED:
      'São {count} números; numa campanha podem escrever-se ou colar-se no máximo {limit}. Envie os restantes a partir de um ficheiro ou para um grupo.',
    NAME_TAKEN: 'Já existe um com o nome "{name}". Escolha outro nome.',
    TEXT_OR_TEMPLATE: 'Indique um texto ou um modelo, só um dos dois.',
    NOBODY_CHOSEN: 'Escolha pelo menos um número, grupo ou contacto.',
    FILE_REFUSED: '{reason}',
    NO_SUMMARY: 'A campanha não tem resumo ou é inválida',
    PREVIEW_FAILED:
      'Não foi possível carregar a pré-visualização. Verifique o conteúdo do ficheiro carregado',
    UPLOAD_GONE:
      'Este ficheiro já não está aqui. Os ficheiros não enviados são apagados após 24 horas: carregue-o novamente.',
    TAKEN: '"{value}" já está ocupado e nada foi substituído. Escolha outro.',
    IN_USE: '{what}: está em uso por {by}. Retire-o de lá primeiro.',
    DRAFT_INVALID: 'O rascunho não entrou em vigor: {reason}',
    LIST_TOO_WIDE:
      'Esta pesquisa percorre demasiadas linhas. Escolha menos dias, um número, um cliente ou uma campanha.',
    REPORT_NOT_READY: 'Este relatório ainda não está pronto, ou não pôde ser feito.',
    REPORT_TOO_LONG:
      'Este relatório teria mais de {limit} linhas, ou mais de 2 GB. Escolha menos dias ou restrinja-o com um filtro.',
    REPORT_STOPPED: 'Foi parado antes de estar pronto.',
    TOO_MANY_REPORTS:
      'Já guarda {limit} relatórios. Elimine alguns de que não precise e volte a pedi-lo.',
    REPORT_COLUMN: 'Um relatório deste tipo não tem a coluna "{value}".',
    REPORT_TWICE: 'A coluna "{value}" aparece duas vezes.',
    REPORT_FIGURE: 'Escolha pelo menos um número, como o de mensagens.',
    REPORT_FILTER: 'Um relatório deste tipo não se restringe por "{value}".',
    REPORT_CAMPAIGN: 'Escolha a campanha cujas mensagens quer.',
    REPORT_RANGE: 'O fim não pode vir antes do início.',
    REPORT_DATES:
      'Um relatório programado cobre o último dia, semana ou mês completo, por isso não leva datas.',
    CONTACT_EXISTS: 'Já tem um contacto com o número {phone}. Altere esse ou use outro número.',
    GROUP_EMPTYING:
      'Estão a ser retirados contactos do grupo “{groupName}” em segundo plano. Espere que isso termine, ou pare-o em Tarefas em segundo plano.',
    GROUP_IN_IMPORT:
      'Uma importação está a trazer contactos para o grupo “{groupName}”. Espere que termine, ou pare-a.',
    GROUP_NAME_TAKEN: 'Já tem um grupo chamado {groupName}. Escolha outro nome.',
    CONTACTS: 'Contactos',
    OPT_OUTS: 'Cancelamentos',
    ONE_CLIENT: 'Escolha um cliente em cujos contactos procurar.',
    UNAVAILABLE: 'Não é possível neste momento. Nada se perdeu; tente daqui a pouco.',
    OUTCOME_UNKNOWN:
      'A ligação à base de dados caiu enquanto isto era guardado, e pode ter ficado feito. Veja antes de repetir; um programa pode repetir com o mesmo Idempotency-Key.',
    NO_PROVIDER:
      'Ainda ninguém recebe aqui pagamentos em {currency}. Fale com quem gere a sua conta.',
    AMOUNT_OUT_OF_BOUNDS: 'Um pagamento pode ir de {least} a {most} {currency}.',
    STOCK_SHORT:
      'O seu revendedor não tem unidades suficientes neste momento. Nada foi cobrado; fale com ele, ou compre menos.',
    CANNOT_PAY_FROM:
      '{phone} não pode pagar aqui. Indique o número de dinheiro móvel de quem paga.',
    NOTHING_TO_PAY: 'Não há taxa a pagar por este remetente.',
    ONE_OF: 'Indique exactamente um destes: {fields}.',
    COLUMN_MISSING:
      'O ficheiro não tem coluna para {column}. Precisa de região, prefixos, preço e moeda.',
    RATE_WRONG: '"{value}" não pode ser usado aqui.',
    RATE_EMPTY: 'Está vazio.',
    RATE_TWICE: 'Esta região já está na linha {line}.',
    RATES_IN_TWO_CURRENCIES:
      'Todas as tarifas de um cliente têm de estar na mesma moeda: {region} seria diferente de {currency}. Importe-as em conjunto para mudar de moeda.',
    RATE_TOO_LOW:
      '{atLine}{region} (+{prefix}) custa mais do que isto ao vendedor. O preço mínimo permitido é {least} {currency}. Defina esse preço ou mais, ou baixe o preço do próprio país.',
    NOT_SOLD_BY_SELLER:
      '{atLine}O vendedor não tem preço para {region} (+{prefix}), por isso não pode vender mensagens para lá. Peça a um administrador que acrescente a região.',
    COUNTRY_FIXED:
      'As unidades valem mensagens para o país da conta, por isso só pode mudar com o saldo a 0. Fale com quem gere a conta.',
    HOMES_DIFFER:
      'As suas unidades não se podem contar nas desta conta: um dos dois não tem preço para o país do outro. Defina esse preço, ou deixe a conta comprar as suas unidades.',
    CALLBACK_OF_CHECKOUT:
      'Esta resposta diz respeito a outro pedido, não ao desse pagamento. Procure o pagamento cujos registos indicam o seu número.',
    CALLBACK_OF_AMOUNT: 'Esta resposta indica outro valor do que o desse pagamento.',
    CALLBACK_OF_PHONE:
      'Esta resposta indica outro telefone do que aquele a que se pediu o pagamento.',
    CALLBACK_OF_RECEIPT: 'O recibo desta resposta já pertence a outro pagamento.',
    NOTHING_ARRIVES: 'Tão poucas unidades não chegam a nada no país dessa conta. Dê mais.',
    ARRIVES_CHANGED:
      'Um preço mudou desde que viu: agora chegariam {units} unidades. Veja outra vez.',
    SAMPLE_MISSING:
      'Escreva uma mensagem tal como a vai enviar: os operadores deste país pedem-na.',
    ONE_OF_A_KIND: 'Anexe um documento de cada tipo.',
    RULE_WRONG: 'Isto não condiz com o campo ao lado.',
    FEE_UNPAID: 'A taxa de {fee} ainda não foi paga. Depois de paga, pode ser aprovado.',
    SENDER_NAME: '{reason}',
    DOCUMENTS_MISSING: 'Faltam estes documentos: {documents}. Anexe cada um deles.',
    BRAND_OWNER_MISSING:
      'Este nome não é o da sua conta. Diga de quem é e anexe a carta em que o autorizam.',
    NOT_BELOW:
      'Um remetente só pode ser dado a um cliente que esteja sob o seu dono. Escolha um desses.',
    SENDER_TOO_SHORT: 'É demasiado curto: no mínimo {shortest} caracteres.',
    SENDER_TOO_LONG: 'É demasiado longo: no máximo {longest} caracteres.',
    SENDER_SPACES: 'Os operadores deste país não aceitam espaços.',
    SENDER_SYMBOLS: 'Os operadores deste país só aceitam letras e algarismos.',
    SENDER_CHARACTERS: 'Use apenas letras sem acentos, algarismos, espaços e - _ . &.',
    SENDER_ALL_DIGITS:
      'Precisa de uma letra. Só com algarismos é um código curto: escolha esse tipo.',
    SENDER_NOT_DIGITS: 'Um código curto só tem algarismos.',
    SENDER_EDGES: 'Não pode começar nem acabar com um espaço, nem ter dois seguidos.',
    SENDER_NOT_OFFERED: 'Os operadores deste país não aceitam este tipo de remetente.',
    PROTECTED_ALREADY: 'Este país já tem {value} protegido, que parece igual.',
    SENDER_TAKEN: 'Este nome já está ocupado neste país. Escolha outro.',
    SENDER_ALIKE:
      'Parece-se demasiado com um nome de outra entidade. Escolha um que ninguém possa confundir.',
    SENDER_WORD:
      'Esta palavra não diz quem envia. Os operadores recusam-na: escolha um nome pelo qual o conheçam.',
    DOCUMENT_TYPE:
      '"{file}" não é PDF, PNG nem JPEG pelo seu conteúdo. Digitalize-o ou guarde-o num destes formatos.',
    DOCUMENT_BROKEN:
      'Não é possível ler "{file}" até ao fim. Guarde-o de novo e volte a carregá-lo.',
    DOCUMENT_LOCKED: '"{file}" tem palavra-passe. Guarde-o sem ela, para que se possa ler aqui.',
    DOCUMENT_ACTIVE:
      '"{file}" contém scripts, formulários ou outros ficheiros. Imprima-o para um PDF simples e carregue esse.',
    DOCUMENT_EMPTY: '"{file}" está vazio.',
    INTERNAL:
      'Algo correu mal do nosso lado. Nada se perdeu; tente novamente e indique o número do pedido se continuar.',
  },
};

/** Whatever has a sentence; one that a language lacks, or a failure without one, does not compile. */
type Sentence = ErrorCode | keyof typeof words.en;
const sentences: Record<Language, Record<Sentence, string>> = words;

// Names of things and states within sentences; a missing name is printed as it is.
const THINGS: Record<Language, Readonly<Record<string, string>>> = {
  en: { client: 'account' },
  pt: {
    'API key': 'chave de API',
    address: 'endereço',
    brand: 'marca',
    callback: 'notificação',
    campaign: 'campanha',
    change: 'mudança',
    client: 'conta',
    configuration: 'configuração',
    connector: 'conector',
    contact: 'contacto',
    'contact group': 'grupo de contactos',
    delivery: 'entrega',
    document: 'documento',
    filter: 'filtro',
    'gateway user': 'utilizador do gateway',
    group: 'grupo',
    host: 'endereço da marca',
    import: 'importação',
    invoice: 'fatura',
    'list of keys': 'lista de chaves',
    'list of webhooks': 'lista de webhooks',
    message: 'mensagem',
    picture: 'imagem',
    'protected name': 'nome protegido',
    purchase: 'compra',
    rate: 'preço',
    region: 'região',
    request: 'pedido',
    report: 'relatório',
    restoration: 'reposição',
    route: 'rota',
    'scheduled report': 'relatório programado',
    'authenticator app': 'aplicação de autenticação',
    'authenticator app or passkey': 'aplicação de autenticação ou chave de acesso',
    passkey: 'chave de acesso',
    'secret for callbacks': 'segredo das notificações',
    'sender ID': 'remetente',
    'sending window': 'horário de envio',
    session: 'sessão',
    task: 'tarefa',
    template: 'modelo',
    user: 'utilizador',
    webhook: 'webhook',
  },
};
const STATES: Record<Language, Readonly<Record<string, string>>> = {
  en: {
    PENDING: 'not sent yet',
    WAITING_APPROVAL: 'waiting for approval',
    APPROVED: 'approved',
    SCHEDULED: 'scheduled',
    QUEUED: 'queued',
    RUNNING: 'running',
    PAUSED: 'paused',
    COMPLETED: 'completed',
    DECLINED: 'declined',
    CANCELLED: 'cancelled',
    CANCELED: 'cancelled',
    FAILED: 'failed',
    ACTIVE: 'active',
    BLOCKED: 'blocked',
    INVITED: 'invited',
    PENDING_ACTIVATION: 'waiting for activation',
    SHOULD_UPDATE_DETAILS: 'waiting for its details',
    SHOULD_RESET_PASSWORD_LEGACY: 'waiting for a new password',
    INACTIVE: 'blocked',
    REJECTED: 'rejected',
    READY_FOR_SENDING: 'ready for sending',
    MISSING: 'not there yet',
    TAKEN: "somebody else's",
    ROOT: "the platform's own",
    MADE: 'there already',
    THERE: 'there already',
    CALLBACKS: 'the secret of callbacks alone',
    DEFAULT: 'the default, which stays last',
    FIRST: 'the first',
    LAST: 'the last',
    NOT_IN_FORCE: 'not in force before a reload',
    CHANGED: 'another by now, since somebody reloaded it',
    HTTP: 'for messages from phones alone',
    SMPP: 'one that sends',
    GENERIC: 'one that sends',
    PENDING_DOCUMENTS_APPROVAL: 'waiting for its documents',
    DOCUMENTS_APPROVED: 'waiting for approval',
    WAITING_SETUP: 'being set up',
    PENDING_APPROVAL: 'waiting for approval',
    DOCUMENT_APPROVED: 'approved',
    DOCUMENT_REJECTED: 'rejected',
  },
  pt: {
    PENDING: 'ainda por enviar',
    WAITING_APPROVAL: 'à espera de aprovação',
    APPROVED: 'num estado aprovado',
    SCHEDULED: 'com hora marcada',
    QUEUED: 'em fila',
    RUNNING: 'em curso',
    PAUSED: 'em pausa',
    COMPLETED: 'no fim',
    DECLINED: 'num estado recusado',
    CANCELLED: 'num estado cancelado',
    CANCELED: 'num estado cancelado',
    FAILED: 'num estado falhado',
    ACTIVE: 'em actividade',
    BLOCKED: 'sob bloqueio',
    INVITED: 'à espera de aceitar o convite',
    PENDING_ACTIVATION: 'à espera de activação',
    SHOULD_UPDATE_DETAILS: 'à espera dos seus dados',
    SHOULD_RESET_PASSWORD_LEGACY: 'à espera de uma nova palavra-passe',
    INACTIVE: 'sob bloqueio',
    REJECTED: 'num estado rejeitado',
    READY_FOR_SENDING: 'em condições de enviar',
    MISSING: 'por guardar',
    TAKEN: 'em uso por outra conta',
    ROOT: 'na raiz da plataforma',
    MADE: 'já em uso',
    THERE: 'já na lista',
    CALLBACKS: 'só com o segredo das notificações',
    DEFAULT: 'sempre no fim, por ser a predefinida',
    FIRST: 'já no princípio',
    LAST: 'já no fim',
    NOT_IN_FORCE: 'fora de vigor até um recarregamento',
    CHANGED: 'diferente, porque alguém a recarregou entretanto',
    HTTP: 'só para mensagens de telefones',
    SMPP: 'só para enviar',
    GENERIC: 'só para enviar',
    PENDING_DOCUMENTS_APPROVAL: 'à espera dos documentos',
    DOCUMENTS_APPROVED: 'à espera de aprovação',
    WAITING_SETUP: 'em configuração',
    PENDING_APPROVAL: 'à espera de aprovação',
    DOCUMENT_APPROVED: 'num estado aprovado',
    DOCUMENT_REJECTED: 'num estado rejeitado',
  },
};

const DOCUMENTS: Record<Language, Readonly<Record<DocumentKind, string>>> = {
  en: {
    CERTIFICATE: 'certificate of incorporation',
    TAX_CERTIFICATE: 'tax certificate',
    TRADEMARK_CERTIFICATE: 'trademark certificate',
    AUTHORIZATION_LETTER: 'authorization letter',
  },
  pt: {
    CERTIFICATE: 'certidão de registo',
    TAX_CERTIFICATE: 'certificado fiscal',
    TRADEMARK_CERTIFICATE: 'certificado de marca',
    AUTHORIZATION_LETTER: 'carta de autorização',
  },
};

/** The name of a kind of document. */
export function documentName(language: Language, kind: DocumentKind): string {
  return DOCUMENTS[language][kind];
}

const LINE: Record<Language, string> = { en: 'Line', pt: 'Linha' };

/** The sentence for a code, its `{names}` filled from `values`; things and states in words. */
export function sentence(
  language: Language,
  code: Sentence,
  values: Record<string, string | number> = {},
): string {
  const atLine = values['line'] === undefined ? '' : `${LINE[language]} ${values['line']}: `;
  const said: Record<string, string | number> = { atLine, ...values };
  if (said['what'] !== undefined) said['what'] = THINGS[language][said['what']] ?? said['what'];
  if (said['status'] !== undefined)
    said['status'] = STATES[language][said['status']] ?? said['status'];
  const filled = sentences[language][code].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(said[name] ?? whole),
  );
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}

/** The best of our languages for an Accept-Language header. */
export function languageOf(header: string | undefined): Language {
  return /^\s*pt\b/i.test(header ?? '') ? 'pt' : 'en';
}

const zodMessages = { en: zodEnglish().localeError, pt: zodPortuguese().localeError };

/** How schema mistakes are worded: the usual ones by us, as a person would say them, the rest by the schema's own words. */
export function zodWords(language: Language) {
  return (issue: z.core.$ZodRawIssue) => ownWords(language, issue) ?? zodMessages[language](issue);
}

function ownWords(language: Language, issue: z.core.$ZodRawIssue): string | undefined {
  const { code, input } = issue;
  if (code === 'invalid_format' && issue.pattern === String(SINGLE_LINE))
    return sentence(language, 'NOT_ONE_LINE');
  if (code === 'invalid_type' && input === undefined) return sentence(language, 'FIELD_MISSING');
  if (code === 'invalid_value' && issue.values.length > 1)
    return input === undefined
      ? sentence(language, 'FIELD_MISSING')
      : sentence(language, 'AMONG', { values: issue.values.join(', ') });
  if (code !== 'too_big' && code !== 'too_small') return undefined;
  const big = code === 'too_big';
  const bound = String(big ? issue.maximum : issue.minimum);
  if (typeof input === 'string')
    return big
      ? sentence(language, 'MOST_CHARACTERS', { have: input.length, bound })
      : sentence(language, input === '' ? 'NOTHING_WRITTEN' : 'LEAST_CHARACTERS', { bound });
  if (Array.isArray(input))
    return sentence(language, big ? 'MOST_ENTRIES' : 'LEAST_ENTRIES', {
      have: input.length,
      bound,
    });
  if (typeof input !== 'number' && typeof input !== 'bigint') return undefined;
  if (big)
    return sentence(language, issue.inclusive === false ? 'BELOW_AMOUNT' : 'MOST_AMOUNT', {
      bound,
    });
  return sentence(language, issue.inclusive === false ? 'ABOVE_AMOUNT' : 'LEAST_AMOUNT', { bound });
}
