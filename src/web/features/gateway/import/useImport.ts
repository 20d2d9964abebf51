import { useEffect, useRef, useState } from 'react';
import type { Input, Output } from '../../../../contract/endpoint.ts';
import { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import { gatewayGroups } from '../../../../contract/api/gateway-groups.ts';
import { gatewayUsers } from '../../../../contract/api/gateway-users.ts';
import type { Picked } from '../../../parts/clients/ClientPicker.tsx';
import { useSend } from '../../../parts/queries.ts';
import { CONFIGURED } from '../versions/stale.ts';
import type { StoreFile } from './storeFiles.ts';

/** The state of an import: the text and files, the choices, the report of a look at them, and that of the import. */
export function useImport() {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<StoreFile[]>([]);
  const [replaceDefault, setReplaceDefault] = useState(false);
  const [client, setClient] = useState<Picked | null>(null);
  const [owners, setOwners] = useState<ReadonlyMap<string, Picked>>(new Map());
  const [missing, setMissing] = useState(false);
  // Kept while a choice is looked at anew: a report that goes and comes back moves the page under the finger.
  const [looked, setLooked] = useState<Output<typeof gatewayConfig.import> | null>(null);
  // Only the latest look counts: an answer about the text of before would be taken for this one's.
  const asked = useRef<string | null>(null);
  const look = useSend(gatewayConfig.import, {
    done(found, input) {
      if (JSON.stringify(input) === asked.current) setLooked(found);
    },
    failed: () => setLooked(null),
  });
  const lookAt = (input: Input<typeof gatewayConfig.import>) => {
    asked.current = JSON.stringify(input);
    look.mutate(input);
  };
  const apply = useSend(gatewayConfig.import, {
    changes: [...CONFIGURED, gatewayGroups.list, gatewayUsers.list],
    failed: () => undefined,
  });
  const report = apply.data ?? looked;
  const isApplied = report !== null && report.applied;
  const inputFor = (of: ReadonlyMap<string, Picked>, whole: Picked | null) => ({
    text,
    files,
    replaceDefault,
    ...(whole && { clientId: whole.clientId }),
    groupClients: [...of].map(([gid, { clientId }]) => ({ gid, clientId })),
  });
  const input = inputFor(owners, client);
  /** A report no longer fits what is entered. */
  const changed = () => {
    setMissing(false);
    setLooked(null);
    asked.current = null;
    look.reset();
    apply.reset();
  };
  return {
    text,
    files,
    replaceDefault,
    client,
    owners,
    missing,
    report,
    failure: apply.error ?? look.error,
    isLooking: look.isPending,
    isApplying: apply.isPending,
    setText(next: string) {
      setText(next);
      changed();
    },
    setFiles(next: StoreFile[]) {
      setFiles(next);
      changed();
    },
    setReplaceDefault(next: boolean) {
      setReplaceDefault(next);
      changed();
    },
    chooseOwner(gid: string, owner: Picked | null) {
      const next = new Map(owners);
      if (owner) next.set(gid, owner);
      else next.delete(gid);
      setOwners(next);
      lookAt({ ...inputFor(next, client), apply: false });
    },
    chooseClient(next: Picked | null) {
      setClient(next);
      // The import takes over exactly the contents of the report.
      if (looked === null || isApplied) changed();
      else lookAt({ ...inputFor(owners, next), apply: false });
    },
    /** Looks at what is entered, without taking anything over. @returns false where nothing is entered */
    look(): boolean {
      const isEmpty = text.trim() === '' && files.length === 0;
      setMissing(isEmpty);
      apply.reset();
      if (!isEmpty) lookAt({ ...input, apply: false });
      return !isEmpty;
    },
    apply: () => apply.mutate({ ...input, apply: true }),
  };
}

export type ImportState = ReturnType<typeof useImport>;

/** Scrolls to the outcome when there is one: the bar's buttons are pressed wherever the page stands. */
export function useScrollToOutcome({ failure, report }: ImportState) {
  const outcome = useRef<HTMLDivElement>(null);
  const hasOutcome = failure !== null || report !== null;
  const isApplied = report !== null && report.applied;
  useEffect(() => {
    if (hasOutcome) outcome.current?.scrollIntoView();
  }, [hasOutcome, isApplied]);
  return { outcome, hasOutcome };
}
