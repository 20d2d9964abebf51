import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import type { Endpoint, Input } from '../../../contract/endpoint.ts';
import { download, messageOf } from '../../api/call.ts';
import { useToast } from '../dialogs/Toasts.tsx';

/** Saves a file that an endpoint gives, under its own name or `fallbackName`. */
export function DownloadButton<E extends Endpoint>({
  endpoint,
  input,
  fallbackName,
  icon,
  disabled,
  isMain = false,
  rowName,
  children,
}: {
  endpoint: E;
  input: Input<E>;
  fallbackName: string;
  icon: ReactNode;
  disabled?: boolean;
  /** The main action of its part of the screen. */
  isMain?: boolean;
  /** The whole name of a small button in a row of a list, such as "Download November". */
  rowName?: string;
  children: ReactNode;
}) {
  const toast = useToast();
  const [fetching, setFetching] = useState(false);
  async function fetchFile() {
    setFetching(true);
    await download(endpoint, input, fallbackName).catch((failure: unknown) =>
      toast.error(messageOf(failure)),
    );
    setFetching(false);
  }
  return (
    <Button
      {...(rowName !== undefined
        ? { size: 'small' as const, 'aria-label': rowName }
        : isMain
          ? { variant: 'contained' as const }
          : { variant: 'outlined' as const, color: 'inherit' as const })}
      startIcon={icon}
      disabled={disabled}
      loading={fetching}
      loadingPosition="start"
      onClick={() => void fetchFile()}
    >
      {children}
    </Button>
  );
}
