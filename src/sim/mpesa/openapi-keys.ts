/** The key pair of the simulated OpenAPI. */
import { constants, createPrivateKey, privateDecrypt } from 'node:crypto';

/** A key of this simulator alone: it stands for the key that only Vodacom has. */
export const PRIVATE_KEY = createPrivateKey({
  key: Buffer.from(
    [
      'MIIEpAIBAAKCAQEAsdD6qSn25D0eNn901pA95FMQn15j6rxYLVwR9awWWOY42KYWOxiOKKwkcPMHWN96ZLPC/n1rhXLZ5gKGrP+3IHfcCzPy+GU5m7i8GYX3ZoFdBg64QMCFuwlguXEWJge4XcNskh',
      '3ymZjIGwzB8CRjPYyPTOH2ILbb0qZnP2UirpzaP/C1vyhTf4IlIuTaqZDSvGyFsJONzYcWi2d0hsyH87oqBv+bmQ13U9fjDknfA4zh82rItANobziew9hYTgMPHjUjjDaIbTMoHsk5AkLKMmmThmrL',
      'Oa6kUDL7FDYm4tdYxJxH7hSk0oqRxDl++ENb3XOHmtjPsg1Lf3hwFjb8TQIDAQABAoIBAAkLZayUF1xNpYtFGWbOiG9kMDzC+tcWRG/uNnWmDq7v6uVOMWRJH/X+p43dNrr1Bw83O4xhScZMbLvv1f',
      'TXvvNWVWl2d33d/Duo/lxX/ZkHrHkh54pXoJW+aN6V23gMvXp7dbrK7iuU41zI3dZ+q1OWojVZawEH/A9vamIFnWl/ODtKBLqSbpgmZMTXpB+aG38XIgvfNvvSSrHt3npZHOzwJPJPmZk0roHm88NB',
      'dX/YY9QCyqU7G3+JixAu2ZAXaY5vCWGVUBuzBLPG8vOqV702ZEQ6pSEXw/7uysiSAxPuywFvMoel4WeE/QINLCcYFXfFZ9HnS5GMF4ZwI9Wau5ECgYEA3pf8odjtaupp23h398Mot86qR/+wOZPyiy',
      'IRhV0+zNfTQwIMpWF6uu89PFf4cJiXN1FZMT/fFt7jVkuNQWiKX5n8HGybA0ifKfNCqm8JngSP8K7Xc340oaU3Fy0hwZ6kPqPUBd9POLP8d/xkhMdnCSFJOmhcMv+qK6utATIVx7kCgYEAzICnKj11',
      'TJplDT9XClrGBPMptpssS+PHHROqJfpk0OB01KFNb0NDWcfARMf21KYGPb5ltbWrAGEP2gUHacORXT3BURt7510+cxHJi0OZ+0F2JfZW1pTRW/dzaCf89huzFmykKqWRPD6gLyB6sA/lnFrzdkw+N6',
      'Uqe0oMThSVOzUCgYEAhywY2FgZZRHREtwHTkgPU/+GXI6i/3Qel+sqZKiJWG+/9TMrZsrZcueRcjGhxw6C1a7q0QOOgB7+QwtCTnQjg4bJGKHDSK0zKpB07Xbcij8PAgPLBnGfmIHyAHsBwsiJyRhH',
      'ywEe5Lo4GM0GZbOJmHvEMlnpk3a6aiaous8ldtECgYEAn2TTZnf6mldo1fd9lyODXk5NP/gYgZorEv3Fy84rkCayyRxkZ4ls0GiB8tpNCBfTm4Jwcj4D58q/eTYcPhJhleRRbi9W1tF1oGjHx1VMim',
      'rOdO5ZZu0ddWocuJ0abJTQdHT/TAI6flNttO3C0sHBPKojQxxQDj0dLHVdu+oNGtUCgYBKcxPxaZl5nMVNfzsWahx0kT5r674CsYbr3aN/+ATlTAQ/cZaQI6eAc1iKSaOgVOophb6rVXzHCMUgz18o',
      '/S/tqOKgPcWqbWoe9eeGaS3Y3Zc2LVwiJlTqU8SqxT298hGSNKP1Bog8ShVW0MgpCp+dL+II72IQ31uftVjccZJrHQ==',
    ].join(''),
    'base64',
  ),
  format: 'der',
  type: 'pkcs1',
});

/** The key in a bearer header, decrypted; undefined where it is none of ours. */
export function opened(header: string | undefined): string | undefined {
  const sealed = /^Bearer (\S+)$/.exec(header ?? '')?.[1];
  if (sealed === undefined) return undefined;
  try {
    return privateDecrypt(
      { key: PRIVATE_KEY, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(sealed, 'base64'),
    ).toString();
  } catch {
    return undefined;
  }
}
