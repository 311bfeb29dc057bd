/** Types of the contract that the rules own. A schema that contradicts them does not compile. */
import type * as wire from '@copydesk/domain/api/collaboration';
import type { Fact, SourceBlock } from '@copydesk/domain/caption/facts';
import type { Buttons } from '@copydesk/domain/chat/callback';
import type { DeskEvent, FeedbackSession, Person, PressedCopy } from '@copydesk/domain/desk/event';
import type { Intent } from '@copydesk/domain/desk/asked';
import type { Language } from '@copydesk/domain/language';
import type { NewContent, Patch } from '@copydesk/domain/material/content';
import type { MaterialState } from '@copydesk/domain/material/machine';
import type { Reuse } from '@copydesk/domain/material/version';
import type { FeedReport } from '@copydesk/domain/news/feeds';
import type { ItemState } from '@copydesk/domain/news/itemMachine';
import type { Role } from '@copydesk/domain/role';
import type { Same } from '@copydesk/kit/same';

export const agreed = {
	buttons: true,
	fact: true,
	feedReport: true,
	feedbackSession: true,
	intent: true,
	itemState: true,
	language: true,
	newContent: true,
	patch: true,
	person: true,
	pressedCopy: true,
	reuse: true,
	role: true,
	sourceBlock: true,
	state: true,
	verifiedEvent: true,
} satisfies {
	readonly buttons: Same<Buttons, wire.Buttons>;
	readonly fact: Same<Fact, wire.Fact>;
	readonly feedReport: Same<FeedReport, wire.FeedReport>;
	readonly feedbackSession: Same<FeedbackSession, wire.FeedbackSession>;
	readonly intent: Same<Intent, wire.Intent>;
	readonly itemState: Same<ItemState, wire.ItemState>;
	readonly language: Same<Language, wire.Language>;
	readonly newContent: Same<NewContent, wire.NewContent>;
	readonly patch: Same<Patch, wire.Patch>;
	readonly person: Same<Person, wire.Person>;
	readonly pressedCopy: Same<PressedCopy, wire.Copy>;
	readonly reuse: Same<Reuse, wire.ReviseMaterialRequest['reuse']>;
	readonly role: Same<Role, wire.Role>;
	readonly sourceBlock: Same<SourceBlock, wire.SourceBlock>;
	readonly state: Same<MaterialState, wire.State>;
	readonly verifiedEvent: Same<
		Required<DeskEvent>,
		Omit<wire.VerifiedEvent, '_svc' | 'expires_at' | 'settings' | 'post_language' | 'rejected'>
	>;
};
