import type { FilePreview } from '../../../../contract/api/campaign-sending.ts';
import { readValue, writeValue } from '../../../api/sealed-values.ts';

/** The draft for one upload, kept in this tab so that reload and back lose nothing. */
export type Draft = {
  phoneColumn: string;
  campaignName: string;
  senderId: string;
  text: string;
  /** Missing until it was chosen: then as the client's setting says. */
  replaceLookalikes?: boolean;
  when: 'now' | 'later';
  /** As a date-and-time field has it, in the viewer's zone. */
  at: string;
  /** The campaign prepared last from this draft, and the request that it was made of. */
  prepared?: { campaignId: string; operationId: string; request: string };
  /** The campaign that was sent from it. */
  sent?: string;
};

/** An uploaded file with its draft. */
export type Chosen = { preview: FilePreview; draft: Draft };

const nameOf = (uploadId: string) => `fromFile.${uploadId}`;

/** The stored draft of an upload, or a new one. */
export function draftOf(preview: FilePreview): Draft {
  return readDraft(preview.uploadId) ?? newDraft(preview);
}

export function newDraft(preview: FilePreview): Draft {
  const name = preview.fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
    .slice(0, 100);
  return {
    phoneColumn: preview.suggestedPhoneColumn ?? '',
    campaignName: name.charAt(0).toUpperCase() + name.slice(1),
    senderId: '',
    text: '',
    when: 'now',
    at: '',
  };
}

export function readDraft(uploadId: string): Draft | null {
  return (readValue('tab', nameOf(uploadId)) as Draft | undefined) ?? null;
}

export function writeDraft(uploadId: string, draft: Draft): void {
  void writeValue('tab', nameOf(uploadId), draft);
}

/** A campaign that ended or was sent is prepared no more: the same words make a new one. */
export function endPrepared(uploadId: string, campaignId: string, sent: boolean): void {
  const draft = readDraft(uploadId);
  if (draft?.prepared?.campaignId !== campaignId) return;
  const { prepared: _, ...rest } = draft;
  writeDraft(uploadId, sent ? { ...rest, sent: campaignId } : rest);
}

/** The address of a step. */
export function stepAddress(
  step: 1 | 2 | 3,
  known: { upload?: string; campaign?: string; task?: string },
): string {
  const parameters = new URLSearchParams({ step: String(step) });
  for (const [name, value] of Object.entries(known)) if (value) parameters.set(name, value);
  return `/dashboard/campaigns/from-file?${parameters.toString()}`;
}
