export type { Fact, SourceBlock } from '../api/collaboration.ts';
