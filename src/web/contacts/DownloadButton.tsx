import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import type { Endpoint, Input } from '../../contract/endpoint.ts';
import { download, messageOf } from '../call.ts';
import { useToast } from '../ui/Toasts.tsx';

/** Saves a file that an endpoint gives. */
export function DownloadButton<E extends Endpoint>({ endpoint, input, icon, children }: { endpoint: E; input: Input<E>; icon: ReactNode; children: ReactNode }) {
  const toast = useToast();
  const [fetching, setFetching] = useState(false);
  async function fetchFile() {
    setFetching(true);
    await download(endpoint, input, 'contacts.csv').catch((failure: unknown) => toast.error(messageOf(failure)));
    setFetching(false);
  }
  return <Button variant="outlined" color="inherit" startIcon={icon} loading={fetching} loadingPosition="start" onClick={() => void fetchFile()}>{children}</Button>;
}
