package plaza.clubs;

import plaza.kit.Proofs;

/// What is proved of every route of Plaza, for the routes of this context.
class ClubsProofsTest extends Proofs {}
