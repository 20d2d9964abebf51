import { expect, test } from 'vitest';
import { markupOf } from '../../../../test/harness/render.tsx';
import type { Message } from '../../../contract/api/messages.ts';
import { useColumns } from './sentColumns.tsx';

function CarrierCell({ carrierStatus }: Pick<Message, 'carrierStatus'>) {
  const column = useColumns({ seesOthers: false }).find(({ key }) => key === 'carrier')!;
  return column.cell({ carrierStatus } as Message);
}

const cellOf = (carrierStatus: string | null) =>
  markupOf(<CarrierCell carrierStatus={carrierStatus} />);

test.each([
  ['DELIVRD', 'success'],
  ['DeliveredToTerminal', 'success'],
  ['0', 'success'],
  ['Submitted', 'info'],
  ['EXPIRED', 'warning'],
  ['AbsentSubscriber', 'warning'],
  ['Network Failure', 'warning'],
  ['4', 'warning'],
  ['UNDELIV', 'error'],
  ['DeliveryImpossible', 'error'],
  ['SUBMIT_FAILED', 'error'],
  ['SenderName Blacklisted', 'error'],
  ['something else', 'neutral'],
])('what the carrier says is coloured, in its own word: %s', (carrierStatus, tone) => {
  const cell = cellOf(carrierStatus);
  expect(cell).toContain(`data-tone="${tone}"`);
  expect(cell).toContain(`>${carrierStatus}<`);
});

test('without a word of the carrier there is a dash', () => {
  expect(cellOf(null)).not.toContain('data-tone');
});
