import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../contract/endpoint.ts';
import { sandbox } from '../../contract/api/sandbox.ts';
import { call } from '../api/call.ts';

type Accounts = Output<typeof sandbox.accounts>;
let asked: Promise<Accounts | null> | undefined;

/** True on a sandbox, which marks its pages. */
export const isSandbox =
  document.querySelector<HTMLMetaElement>('meta[name="sandbox"]')?.content === '1';

/** The accounts of a sandbox; null elsewhere, and until the server has answered. */
export function useSandbox(): Accounts | null {
  const [found, setFound] = useState<Accounts | null>(null);
  useEffect(() => {
    if (!isSandbox) return;
    asked ??= call(sandbox.accounts, {}).catch(() => null);
    let gone = false;
    void asked.then((accounts) => {
      if (!gone) setFound(accounts);
    });
    return () => {
      gone = true;
    };
  }, []);
  return found;
}

/** In a sandbox, a link to the mail or message that was just sent; it opens in a tab beside the page that waits for it. */
export function SandboxLink() {
  const { t } = useTranslation();
  if (!isSandbox) return null;
  return (
    <Typography variant="body2" color="textSecondary">
      {`${t('signIn.sandboxRead')} `}
      <Link href="/sandbox" target="_blank" rel="noopener">
        {t('signIn.sandboxOpen')}
      </Link>
    </Typography>
  );
}
