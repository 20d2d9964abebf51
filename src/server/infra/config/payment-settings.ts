// Settings of the payment providers.
import {
  isPublicKey,
  readBaseUrl,
  readNetworks,
  readOneOf,
  readOrigin,
  readText,
  textWhere,
} from './readers.ts';
import type { Setting } from './readers.ts';

export const PAYMENT_SETTINGS = {
  MPESA_BASE_URL: {
    read: readBaseUrl,
    default: 'https://api.safaricom.co.ke',
    expected: 'an address: give https://sandbox.safaricom.co.ke or https://api.safaricom.co.ke',
    help: "Address of M-Pesa's Daraja (Kenya).",
  },
  MPESA_CONSUMER_KEY: {
    read: readText,
    secret: true,
    expected: 'a key',
    help: 'Key of the Daraja app. It requires the four settings below and lets clients buy units by M-Pesa; without it a sandbox has a simulated M-Pesa.',
  },
  MPESA_CONSUMER_SECRET: {
    read: readText,
    secret: true,
    expected: 'a secret',
    help: 'Secret of the Daraja app.',
  },
  MPESA_SHORTCODE: {
    read: textWhere((text) => /^\d{5,9}$/.test(text)),
    expected: 'a shortcode: give its 5 to 9 digits',
    help: 'The paybill or till number that receives the money.',
  },
  MPESA_PASSKEY: {
    read: readText,
    secret: true,
    expected: 'a passkey',
    help: 'Passkey of the shortcode for M-Pesa Express.',
  },
  MPESA_TRANSACTION_TYPE: {
    read: readOneOf('CustomerPayBillOnline', 'CustomerBuyGoodsOnline'),
    default: 'CustomerPayBillOnline',
    expected: 'a type: give CustomerPayBillOnline or CustomerBuyGoodsOnline',
    help: 'Type of the shortcode: a paybill, or a till for goods.',
  },
  MPESA_CALLBACK_URL: {
    read: (text) => (/m-?pesa|safaricom/i.test(text) ? undefined : readOrigin(text)),
    otherwise: 'PUBLIC_URL',
    expected:
      'an address without a path, and without the words mpesa or safaricom, which are refused there',
    help: "Address for M-Pesa's callbacks, if not PUBLIC_URL: scheme, host and port.",
  },
  MPESA_CALLBACK_NETWORKS: {
    read: readNetworks,
    default: 'none',
    expected:
      'a list of addresses and networks: give such as 196.201.214.0/24 with commas between, or none',
    help: "Addresses and networks of M-Pesa's callbacks, separated by commas, as Safaricom lists them for you. A callback from elsewhere is kept as an orphan and not trusted. With `none` any address may call: its path contains a secret, and every payment is confirmed by querying M-Pesa.",
  },
  MPESA_OPENAPI_URL: {
    read: readBaseUrl,
    default: 'https://openapi.m-pesa.com/openapi',
    expected:
      'an address: give https://openapi.m-pesa.com/sandbox or https://openapi.m-pesa.com/openapi',
    help: "Address of Vodacom's M-Pesa OpenAPI (Tanzania, Mozambique), with its environment.",
  },
  MPESA_TZ_API_KEY: {
    read: readText,
    secret: true,
    expected: 'a key',
    help: 'Key of the OpenAPI application for Tanzania. It requires the two settings below and lets clients with prices in TZS buy units by M-Pesa.',
  },
  MPESA_TZ_PUBLIC_KEY: {
    read: textWhere(isPublicKey),
    expected: 'a public key: give the base64 text that the OpenAPI portal shows, in one line',
    help: "The OpenAPI's public key, which encrypts the API keys.",
  },
  MPESA_TZ_PROVIDER_CODE: {
    read: textWhere((text) => /^[0-9A-Za-z]{4,12}$/.test(text)),
    expected: 'a code: give 4 to 12 letters and digits',
    help: 'The service provider code (shortcode) that receives the money.',
  },
  MPESA_MZ_API_KEY: {
    read: readText,
    secret: true,
    expected: 'a key',
    help: 'The same for Mozambique, with prices in MZN.',
  },
  MPESA_MZ_PUBLIC_KEY: {
    read: textWhere(isPublicKey),
    expected: 'a public key: give the base64 text that the OpenAPI portal shows, in one line',
    help: "The OpenAPI's public key.",
  },
  MPESA_MZ_PROVIDER_CODE: {
    read: textWhere((text) => /^[0-9A-Za-z]{4,12}$/.test(text)),
    expected: 'a code: give 4 to 12 letters and digits',
    help: 'The service provider code that receives the money.',
  },
} satisfies Record<string, Setting>;
