// The story in the pictures of the manual: people, lists and texts, in each language.
import type { Language } from './book.ts';

export type Story = {
  people: Record<string, { firstName: string; lastName: string; companyName?: string }>;
  clients: {
    email: string;
    phone: string;
    firstName: string;
    lastName: string;
    companyName: string;
  }[];
  groups: { groupName: string; description: string }[];
  contacts: {
    phone: string;
    firstName: string;
    lastName: string;
    attributes: Record<string, string>;
  }[];
  optOuts: string[];
  optOutNote: string;
  templates: { name: string; text: string }[];
  importFile: { name: string; rows: string };
  /** `scheduled` is in seconds from now. */
  campaigns: {
    campaignName: string;
    text: string;
    recipients: () => string[];
    scheduled?: number;
  }[];
  /** The file of the tutorial. */
  file: { name: string; rows: string; campaign: string; text: string };
  typed: { numbers: string; campaign: string; text: string };
  answers: { source: string; text: string }[];
  sender: string;
  /** A client of the owner of the sender ID. */
  branch: { email: string; phone: string; firstName: string; lastName: string };
  documents: string[];
  transferNote: string;
  keyName: string;
  brand: string;
  approvals: { campaignName: string; text: string; recipients: string[] }[];
  filters: { fid: string; type: string; parameters: Record<string, string> }[];
};

/** Numbers of Kenya; in the sandbox their last two digits decide what becomes of a message. */
const numbers = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `+25471${String(2_345_000 + at * 37).padStart(7, '0')}`,
  ).filter((number) => !/(07|08|1[678])$/.test(number));
const phone = (at: number) => `+25472${String(2_104_020 + at * 1_310_733).slice(0, 7)}`;

export const STORIES: Record<Language, Story> = {
  en: {
    people: {
      client: { firstName: 'Amina', lastName: 'Wanjiru' },
      company: { firstName: 'Daniel', lastName: 'Kiptoo', companyName: 'Savanna Foods' },
      'ebu-client': { firstName: 'Ruth', lastName: 'Njeri', companyName: 'Coast Bank' },
    },
    clients: [
      {
        email: 'office@mlima.example',
        phone: '+254722104025',
        firstName: 'Esther',
        lastName: 'Mwangi',
        companyName: 'Mlima Tea',
      },
      {
        email: 'hello@bahari.example',
        phone: '+254722104026',
        firstName: 'Ali',
        lastName: 'Hassan',
        companyName: 'Bahari Travel',
      },
      {
        email: 'orders@jua.example',
        phone: '+254722104027',
        firstName: 'Mary',
        lastName: 'Atieno',
        companyName: 'Jua Solar',
      },
    ],
    groups: [
      { groupName: 'Customers Nairobi', description: 'Shop in Moi Avenue' },
      { groupName: 'Customers Mombasa', description: 'Shop in Nyali' },
      { groupName: 'Newsletter', description: 'Agreed to offers by SMS' },
    ],
    contacts: [
      ['Amina', 'Wanjiru', 'Nairobi'],
      ['Joseph', 'Otieno', 'Mombasa'],
      ['Grace', 'Achieng', 'Nairobi'],
      ['Peter', 'Kamau', 'Nakuru'],
      ['Fatuma', 'Ali', 'Mombasa'],
      ['John', 'Mutua', 'Nairobi'],
      ['Lucy', 'Wambui', 'Thika'],
      ['Brian', 'Kipchoge', 'Eldoret'],
      ['Halima', 'Said', 'Mombasa'],
    ].map(([firstName = '', lastName = '', town = ''], at) => ({
      phone: phone(at),
      firstName,
      lastName,
      attributes: { Town: town },
    })),
    optOuts: [phone(4), '+254733998877'],
    optOutNote: 'Asked by phone',
    templates: [
      {
        name: 'Order on its way',
        text: 'Dear #firstName#, your order is on its way. Thank you for buying from us.',
      },
      {
        name: 'Payment reminder',
        text: 'Dear #firstName#, your payment is due on Friday. Reply or call us with any question.',
      },
      {
        name: 'Opening hours',
        text: 'Our shop in #Town# is open from 8 to 18 during the holidays.',
      },
    ],
    importFile: {
      name: 'customers.csv',
      rows: 'Phone,First name,Last name,E-mail,Town,Balance\n0712345678,Amina,Wanjiru,amina@example.com,Nairobi,1200\n0722000122,Joseph,Otieno,,Mombasa,300\n0733444555,Grace,Achieng,grace@example.com,Kisumu,0\n',
    },
    campaigns: [
      {
        campaignName: 'School fees reminder',
        text: 'Dear parent, fees for term one are due on 5 January. Thank you.',
        recipients: () => numbers(180),
      },
      {
        campaignName: 'Delivery notices',
        text: 'Your parcel is ready to be collected at our desk until 18:00.',
        recipients: () => numbers(64),
      },
      {
        campaignName: 'Holiday greeting',
        text: 'We wish you happy holidays and a good new year.',
        recipients: () => numbers(120),
        scheduled: 30 * 86_400,
      },
    ],
    file: {
      name: 'orders.csv',
      rows: 'Phone,Name,Order\n0712345678,Amina,4821\n0722000122,Joseph,4822\n+254733444555,Grace,4823\n0744555601,Peter,4824\n0712345678,Amina,4821\n12345,Nobody,4825\n',
      campaign: 'Order updates',
      text: 'Dear #Name#, your order #Order# is on its way.',
    },
    typed: {
      numbers: '0712 345678, 0722 000111, +254 733 444 555',
      campaign: 'Meeting on Friday',
      text: 'The meeting on Friday begins at 10:00 in the new office. See you there.',
    },
    answers: [
      { source: '254712345678', text: 'Thank you, I will be there.' },
      { source: '254712345037', text: 'When do you open on Monday?' },
      { source: '254712345074', text: 'Please call me back' },
    ],
    branch: {
      email: 'kisumu@savanna.example',
      phone: '+254722104030',
      firstName: 'Sarah',
      lastName: 'Chebet',
    },
    sender: 'SAVANNA',
    documents: ['incorporation.pdf', 'tax.pdf'],
    transferNote: 'November',
    keyName: 'Online shop',
    brand: 'Karibu SMS',
    approvals: [
      {
        campaignName: 'New branch in Kisumu',
        text: 'Coast Bank opens a new branch in Kisumu on Monday. Visit us at Oginga Odinga Street.',
        recipients: numbers(90),
      },
      {
        campaignName: 'Card renewal',
        text: 'Your card expires at the end of the month. Collect the new one at your branch.',
        recipients: numbers(40),
      },
    ],
    filters: [
      { fid: 'kenya', type: 'DestinationAddrFilter', parameters: { destination_addr: '^254' } },
      {
        fid: 'safaricom',
        type: 'DestinationAddrFilter',
        parameters: { destination_addr: '^2547[0-29]' },
      },
      {
        fid: 'office-hours',
        type: 'TimeIntervalFilter',
        parameters: { timeInterval: '08:00:00;18:00:00' },
      },
    ],
  },
  pt: {
    people: {
      client: { firstName: 'Amélia', lastName: 'Macuácua' },
      company: { firstName: 'Daniel', lastName: 'Sitoe', companyName: 'Savana Alimentos' },
      'ebu-client': { firstName: 'Rute', lastName: 'Cossa', companyName: 'Banco da Costa' },
    },
    clients: [
      {
        email: 'geral@monte.example',
        phone: '+254722104025',
        firstName: 'Ester',
        lastName: 'Mondlane',
        companyName: 'Chá do Monte',
      },
      {
        email: 'ola@oceano.example',
        phone: '+254722104026',
        firstName: 'Ali',
        lastName: 'Hassan',
        companyName: 'Oceano Viagens',
      },
      {
        email: 'pedidos@sol.example',
        phone: '+254722104027',
        firstName: 'Maria',
        lastName: 'Tembe',
        companyName: 'Sol Energia',
      },
    ],
    groups: [
      { groupName: 'Clientes Maputo', description: 'Loja da Avenida 24 de Julho' },
      { groupName: 'Clientes Beira', description: 'Loja da Manga' },
      { groupName: 'Novidades', description: 'Aceitaram ofertas por SMS' },
    ],
    contacts: [
      ['Amélia', 'Macuácua', 'Maputo'],
      ['João', 'Sitoe', 'Beira'],
      ['Graça', 'Mondlane', 'Maputo'],
      ['Pedro', 'Cossa', 'Nampula'],
      ['Fátima', 'Ali', 'Beira'],
      ['José', 'Tembe', 'Maputo'],
      ['Lúcia', 'Nhaca', 'Matola'],
      ['Bruno', 'Chissano', 'Tete'],
      ['Halima', 'Said', 'Pemba'],
    ].map(([firstName = '', lastName = '', town = ''], at) => ({
      phone: phone(at),
      firstName,
      lastName,
      attributes: { Cidade: town },
    })),
    optOuts: [phone(4), '+254733998877'],
    optOutNote: 'Pediu por telefone',
    templates: [
      {
        name: 'Encomenda a caminho',
        text: 'Estimado/a #firstName#, a sua encomenda vai a caminho. Obrigado por comprar connosco.',
      },
      {
        name: 'Lembrete de pagamento',
        text: 'Estimado/a #firstName#, o seu pagamento vence na sexta-feira. Responda ou ligue se tiver perguntas.',
      },
      {
        name: 'Horário',
        text: 'A nossa loja de #Cidade# abre das 8 às 18 horas durante as festas.',
      },
    ],
    importFile: {
      name: 'clientes.csv',
      rows: 'Telefone,Nome,Apelido,E-mail,Cidade,Saldo\n0712345678,Amélia,Macuácua,amelia@example.com,Maputo,1200\n0722000122,João,Sitoe,,Beira,300\n0733444555,Graça,Mondlane,graca@example.com,Nampula,0\n',
    },
    campaigns: [
      {
        campaignName: 'Lembrete de propinas',
        text: 'Estimado encarregado, as propinas do primeiro trimestre vencem a 5 de Janeiro. Obrigado.',
        recipients: () => numbers(180),
      },
      {
        campaignName: 'Avisos de entrega',
        text: 'A sua encomenda pode ser levantada no nosso balcao ate as 18:00.',
        recipients: () => numbers(64),
      },
      {
        campaignName: 'Boas festas',
        text: 'Desejamos-lhe boas festas e um bom ano novo.',
        recipients: () => numbers(120),
        scheduled: 30 * 86_400,
      },
    ],
    file: {
      name: 'encomendas.csv',
      rows: 'Telefone,Nome,Encomenda\n0712345678,Amina,4821\n0722000122,José,4822\n+254733444555,Graça,4823\n0744555601,Pedro,4824\n0712345678,Amina,4821\n12345,Ninguém,4825\n',
      campaign: 'Encomendas',
      text: 'Estimado/a #Nome#, a sua encomenda #Encomenda# vai a caminho.',
    },
    typed: {
      numbers: '0712 345678, 0722 000111, +254 733 444 555',
      campaign: 'Reunião de sexta-feira',
      text: 'A reuniao de sexta-feira comeca as 10:00 no novo escritorio. Contamos consigo.',
    },
    answers: [
      { source: '254712345678', text: 'Obrigada, la estarei.' },
      { source: '254712345037', text: 'A que horas abrem na segunda-feira?' },
      { source: '254712345074', text: 'Liguem-me por favor' },
    ],
    branch: {
      email: 'tete@savana.example',
      phone: '+254722104030',
      firstName: 'Sara',
      lastName: 'Langa',
    },
    sender: 'SAVANA',
    documents: ['certidao.pdf', 'nuit.pdf'],
    transferNote: 'Novembro',
    keyName: 'Loja online',
    brand: 'Karibu SMS',
    approvals: [
      {
        campaignName: 'Nova agência na Beira',
        text: 'O Banco da Costa abre uma nova agencia na Beira na segunda-feira. Visite-nos na Rua Correia de Brito.',
        recipients: numbers(90),
      },
      {
        campaignName: 'Renovação de cartões',
        text: 'O seu cartao expira no fim do mes. Levante o novo na sua agencia.',
        recipients: numbers(40),
      },
    ],
    filters: [
      { fid: 'quenia', type: 'DestinationAddrFilter', parameters: { destination_addr: '^254' } },
      {
        fid: 'safaricom',
        type: 'DestinationAddrFilter',
        parameters: { destination_addr: '^2547[0-29]' },
      },
      {
        fid: 'expediente',
        type: 'TimeIntervalFilter',
        parameters: { timeInterval: '08:00:00;18:00:00' },
      },
    ],
  },
};
