import { expect, test } from 'vitest';
import { CallError } from '../../../api/request.ts';
import { OpenedPurchase } from './openedPurchase.ts';

const opened = { purchaseId: '0190a000-0000-7000-8000-000000000001', phone: '+254700000001' };

test.each([0, 429, 503])(
  'a request to the phone that failed with %i is repeated for the same purchase',
  (status) => {
    const purchase = new OpenedPurchase();
    purchase.keep('1000 units', opened);
    purchase.failed(new CallError(status, '', ''));
    expect(purchase.find('1000 units')).toEqual(opened);
  },
);

test('another wish is another purchase', () => {
  const purchase = new OpenedPurchase();
  expect(purchase.find('1000 units')).toBeUndefined();
  purchase.keep('1000 units', opened);
  expect(purchase.find('2000 units')).toBeUndefined();
});

test.each([404, 409])('a purchase that has ended (%i) is opened anew', (status) => {
  const purchase = new OpenedPurchase();
  purchase.keep('1000 units', opened);
  purchase.failed(new CallError(status, '', ''));
  expect(purchase.find('1000 units')).toBeUndefined();
});
