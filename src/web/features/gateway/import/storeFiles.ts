// Files of another gateway's store, as an import takes them.
import {
  MOST_STORE_FILES,
  STORE_FILE_CHARACTERS,
} from '../../../../contract/api/gateway-config.ts';

/** A file with its content in base64. */
export type StoreFile = { name: string; content: string };
/** A file that was chosen; its content is null where it cannot be read, as that of a folder. */
export type ReadFile = { name: string; content: string | null };
export type StoreFault = 'tooLarge' | 'tooMany';

/** Characters of all files together: a call holds 8 MiB. */
const MOST_CHARACTERS = 7_500_000;

/**
 * Adds the files that were read to those that are there, one of each name, the later instead of the earlier. With a
 * fault all stays as it is.
 * @returns `unread` the names of those that are empty or cannot be read, and are not added
 */
export function addFiles(
  present: readonly StoreFile[],
  read: readonly ReadFile[],
): { files: readonly StoreFile[]; fault: StoreFault | null; unread: string[] } {
  const isRead = (file: ReadFile): file is StoreFile => !!file.content;
  const unread = read.filter((file) => !isRead(file)).map(({ name }) => name);
  const files = [
    ...new Map([...present, ...read.filter(isRead)].map((file) => [file.name, file])).values(),
  ];
  const total = files.reduce((sum, { content }) => sum + content.length, 0);
  const fault =
    total > MOST_CHARACTERS || files.some(({ content }) => content.length > STORE_FILE_CHARACTERS)
      ? 'tooLarge'
      : files.length > MOST_STORE_FILES
        ? 'tooMany'
        : null;
  return { files: fault === null ? files : present, fault, unread };
}
