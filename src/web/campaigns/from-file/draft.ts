import type { columnPreview } from '../../../contract/campaigns.ts';
import type * as z from 'zod/mini';

export type FilePreview = z.output<typeof columnPreview>;

/** What has been chosen and written so far for one upload; kept in this tab, so that reload and back lose nothing. */
export type Draft = {
  preview: FilePreview;
  phoneColumn: string;
  campaignName: string;
  senderId: string;
  text: string;
  when: 'now' | 'later';
  /** As a date-and-time field has it, in the viewer's zone. */
  at: string;
  /** The campaign prepared last from this draft, and the request that it was made of. */
  prepared?: { campaignId: string; operationId: string; request: string };
};

const nameOf = (uploadId: string) => `tuma.fromFile.${uploadId}`;

export function newDraft(preview: FilePreview): Draft {
  const name = preview.fileName.replace(/\.[^.]*$/, '').replace(/[-_]+/g, ' ').trim().slice(0, 100);
  return { preview, phoneColumn: preview.suggestedPhoneColumn ?? '', campaignName: name.charAt(0).toUpperCase() + name.slice(1), senderId: '', text: '', when: 'now', at: '' };
}

export function readDraft(uploadId: string): Draft | null {
  const stored = sessionStorage.getItem(nameOf(uploadId));
  return stored === null ? null : (JSON.parse(stored) as Draft);
}

export function writeDraft(draft: Draft): void {
  sessionStorage.setItem(nameOf(draft.preview.uploadId), JSON.stringify(draft));
}

export function forgetDraft(uploadId: string): void {
  sessionStorage.removeItem(nameOf(uploadId));
}

/** The address of a step. */
export function stepAddress(step: 1 | 2 | 3, known: { upload?: string; campaign?: string; task?: string }): string {
  const parameters = new URLSearchParams({ step: String(step) });
  for (const [name, value] of Object.entries(known)) if (value) parameters.set(name, value);
  return `/dashboard/campaigns/from-file?${parameters.toString()}`;
}
