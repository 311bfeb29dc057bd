import { actorRoute, serviceRoute } from '@copydesk/collaboration/routes/route';
import { eventDone } from '@copydesk/collaboration/routes/eventDone';
import { expect } from 'chai';

const about = { id: 'test', summary: 'For the test', request: {} };

describe('A route of the collaboration service', () => {
	it('does not compile when its handler answers with another field, a wrong value or too little', () => {
		const routes = [
			actorRoute('/event-done', about, async () => ({ done: true })),
			// @ts-expect-error closing an event is never answered with false
			actorRoute('/event-done', about, async () => ({ done: false })),
			// @ts-expect-error the answer has no such field
			actorRoute('/event-done', about, async () => ({ done: true, secret: 1 })),
			// @ts-expect-error the answer is not whole
			actorRoute('/authorize', about, async () => ({ allowed: true, role: 'owner' })),
		];
		expect(routes).to.have.length(4);
	});

	it('does not compile when it reads a context that it was not given, or takes one without admitting the person', () => {
		const routes = [
			// @ts-expect-error the handler gets the admitted person, not the context
			actorRoute('/event-done', about, async ({ _svc }) => ({ done: _svc !== '' })),
			// @ts-expect-error requests of this route carry a context, so somebody has to be admitted
			serviceRoute('/event-done', about, async () => ({ done: true })),
			// @ts-expect-error there is no such route in the contract
			actorRoute('/nowhere', about, async () => ({ done: true })),
		];
		expect(routes).to.have.length(3);
	});

	it('names what it may refuse with, admission included', () => {
		expect(eventDone.contract.refuses).to.deep.equal([
			'context_invalid',
			'context_expired',
			'participant_inactive',
			'role_forbids',
			'execution_superseded',
			'event_not_found',
		]);
	});
});
