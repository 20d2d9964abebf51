// Prices: nobody sells below what they pay, by any way in, and nobody sets their own price.
import type { Answer, Finding, Probe, Session, World } from './world.ts';

/** Far below what the sandbox's platform asks, under a name that it does not use. */
const CHEAP = {
  regionName: 'Kenya2',
  regionFilters: ['2547'],
  costPrice: '0.0001',
  currency: 'KES',
};
const DEAR = { ...CHEAP, costPrice: '1000', fromTimestamp: undefined };

const refusedOnly = ({ status, text }: Answer): Finding =>
  status >= 400 && status < 500 ? undefined : `answered ${status}: ${text.slice(0, 120)}`;

/** A reseller with a client of its own, of which nobody else's prices depend. */
async function openSeller(world: World): Promise<{ seller: Session; buyer: Session }> {
  const root = await world.signIn('administrator');
  const seller = await world.addAccount('RESELLER', root);
  return { seller, buyer: await world.addAccount('CLIENT', seller) };
}

/** A rate of the region that the seller may sell at: the control that shows that the way is open at all. */
async function addDear(world: World, seller: Session, clientId: string): Promise<string> {
  const answer = await world.portal(seller, 'POST', 'bulksmsrates', { clientId, ...DEAR });
  if (answer.status !== 200) throw new Error(`a price above the floor is refused: ${answer.text}`);
  return answer.body.rateId ?? answer.body.rate?.rateId;
}

const invitation = (rates: unknown[]) => {
  const name = `low${Math.random().toString(36).slice(2)}@probe.example`;
  return { email: name, accessLevel: 'CLIENT', rates };
};

async function setOwnPrice(world: World, name: string): Promise<Finding> {
  const who = await world.signIn(name);
  const own = {
    clientId: who.clientId,
    regionName: 'Own',
    regionFilters: ['25470'],
    currency: 'KES',
  };
  for (const costPrice of ['0.0001', '1000']) {
    const found = refusedOnly(
      await world.portal(who, 'POST', 'bulksmsrates', { ...own, costPrice }),
    );
    if (found) return found;
  }
  return undefined;
}

async function sellBelow(world: World, name: string): Promise<Finding> {
  const { buyer } = await openSeller(world);
  const who = await world.signIn(name);
  return refusedOnly(
    await world.portal(who, 'POST', 'bulksmsrates', { clientId: buyer.clientId, ...CHEAP }),
  );
}

export const money: readonly Probe[] = [
  {
    name: 'S1 a cheap rate under another name',
    async run(world) {
      const { seller, buyer } = await openSeller(world);
      return refusedOnly(
        await world.portal(seller, 'POST', 'bulksmsrates', { clientId: buyer.clientId, ...CHEAP }),
      );
    },
  },
  {
    name: 'S1 a cheap rate by import',
    async run(world) {
      const { seller, buyer } = await openSeller(world);
      const body = { clientId: buyer.clientId, dryRun: false, rows: [CHEAP] };
      const answer = await world.portal(seller, 'POST', 'bulksmsrates:import', body);
      if (answer.status !== 200) return refusedOnly(answer);
      const [row] = await world.sql(
        `select 1 from rate where client_id = $1 and region_name = 'Kenya2'`,
        [buyer.clientId],
      );
      return row && 'the imported rate is in force';
    },
  },
  {
    name: 'S1 a cheap rate with a new account',
    async run(world) {
      const { seller } = await openSeller(world);
      const details = {
        phone: '+254766000001',
        firstName: 'A',
        lastName: 'B',
        companyName: 'C',
        country: 'KE',
      };
      const body = { ...invitation([CHEAP]), ...details };
      return refusedOnly(await world.portal(seller, 'POST', 'clients:createClientInternal', body));
    },
  },
  {
    name: 'S1 a cheap rate with an invitation',
    async run(world) {
      const { seller } = await openSeller(world);
      return refusedOnly(
        await world.portal(seller, 'POST', 'clients:inviteClient', invitation([CHEAP])),
      );
    },
  },
  {
    name: 'S1 a rate changed to a cheap one',
    async run(world) {
      const { seller, buyer } = await openSeller(world);
      const rateId = await addDear(world, seller, buyer.clientId);
      return refusedOnly(
        await world.portal(seller, 'PUT', `bulksmsrates/${rateId}`, { costPrice: '0.0001' }),
      );
    },
  },
  {
    name: 'S1 a cheap rate that begins tomorrow',
    async run(world) {
      const { seller, buyer } = await openSeller(world);
      const fromTimestamp = Math.floor(Date.now() / 1000) + 86_400;
      const body = { clientId: buyer.clientId, ...CHEAP, fromTimestamp };
      return refusedOnly(await world.portal(seller, 'POST', 'bulksmsrates', body));
    },
  },
  {
    name: 'S1 a dear rate whose prefixes change to those of another region',
    async run(world) {
      const { seller, buyer } = await openSeller(world);
      const body = {
        clientId: buyer.clientId,
        ...DEAR,
        regionFilters: ['99999'],
        costPrice: '0.5',
      };
      const made = await world.portal(seller, 'POST', 'bulksmsrates', body);
      // A price for numbers that the seller has none for may be refused at once: then there is nothing to move.
      if (made.status !== 200) return refusedOnly(made);
      const change = { regionFilters: ['2547'], costPrice: '0.0001' };
      return refusedOnly(
        await world.portal(seller, 'PUT', `bulksmsrates/${made.body.rateId}`, change),
      );
    },
  },
  { name: 'S5 support sets its own price', run: (world) => setOwnPrice(world, 'it-support') },
  {
    name: 'S5 business development sets its own price',
    run: (world) => setOwnPrice(world, 'bd-client'),
  },
  {
    name: "S5 support sells below the seller's price",
    run: (world) => sellBelow(world, 'it-support'),
  },
  {
    name: "S5 business development sells below the seller's price",
    run: (world) => sellBelow(world, 'bd-client'),
  },
];
