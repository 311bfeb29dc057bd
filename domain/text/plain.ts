/** Words as they are compared. */
export const plain = (words: string): string => words.normalize('NFKC').trim().toLowerCase().replaceAll('ё', 'е');
