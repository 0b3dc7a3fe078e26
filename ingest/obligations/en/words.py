"""Words that the rules ask about: verbs with their inflections, duty-bearers, openers of clauses.

There is no tagger: whether "reports" is a verb is decided by these lists and by its neighbours (`clauses.py`).
"""

from __future__ import annotations

from importlib import resources


def _verbs() -> frozenset[str]:
    lines = resources.files("ingest.obligations.en").joinpath("verbs.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


VERBS = _verbs()
"""Base forms, from `verbs.txt`."""

_DOUBLED = frozenset(
    "plan permit submit admit omit emit transmit refer occur recur transfer commit compel control rid stop ship pin "
    "set trap".split()
)


def third_person(verb: str) -> str:
    """submits, applies, establishes."""
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    return verb[:-1] + "ies" if verb.endswith("y") and verb[-2] not in "aeiou" else verb + "s"


def past(verb: str) -> str:
    """submitted, applied, established (regular verbs)."""
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + verb[-1] + "ed" if verb in _DOUBLED else verb + "ed"


THIRD_PERSON = frozenset(third_person(verb) for verb in VERBS)
PAST = frozenset(past(verb) for verb in VERBS)

_ALSO_NOUNS = frozenset(
    "account act address aid alert approach audit back-up balance benefit call cause challenge change charge check "
    "claim coat comment contact contract control copy cost count cover cut damage delay design detail display "
    "document dose draft draw drip drive effect end estimate exchange exercise experience export extract feed figure "
    "file find fit focus force form fund gain grant group guarantee handle heat help hold image impact import "
    "increase influence insert issue label lack lead leave limit link list load lot mail mark market mask match "
    "matter mean measure mix monitor move name need note notice object offer order outline package pass pay place "
    "plan plant play pose post practice present print process produce program project promise prompt protest pull "
    "pump purchase query question range rate reach reason record reference refund repair report request research "
    "reserve respect result return review risk rule run sample schedule score screen search seal seek sell set shield "
    "ship show sign sound spread stage standard start state stay stop store strike study subject supplement supply "
    "support switch take test time touch trace track train transfer transport trend trigger use value view visit vote "
    "wait wash waste water work yield".split()
)
PLURAL_NOUNS = frozenset(third_person(word) for word in _ALSO_NOUNS)
"""Forms that are nouns more often than verbs in regulations: a verb only where its neighbours leave no doubt."""

PURE_THIRD_PERSON = THIRD_PERSON - PLURAL_NOUNS
PURE_BASE = VERBS - _ALSO_NOUNS

IRREGULAR_PARTICIPLES = frozenset(
    "made kept held given taken sent shown done written drawn found sold built set put met paid told worn seen known "
    "borne begun broken brought bought chosen cut driven drunk fed felt gone grown heard hidden hit hurt laid led "
    "left lent let lost meant overseen read run said sought spent spread stood understood undertaken withdrawn "
    "withheld thought torn thrown won wound bound dealt frozen shut split sworn taught".split()
)
AUXILIARIES = frozenset("is are was were has have had does do did isn't aren't".split())
MODALS = frozenset("shall must may should will can could would might cannot".split())
PRONOUNS = frozenset("it they you we he she i one".split())
DETERMINERS = frozenset(
    "the a an each any every no all both such this these those its their his her your our some either neither another "
    "one two three other".split()
)
PREPOSITIONS = frozenset(
    "of in to for with from by on at under over during within without upon into onto through throughout against "
    "between among before after until since pursuant regarding concerning per via about including except towards "
    "toward across than as".split()
)
CONJUNCTIONS = frozenset({"and", "or", "but", "nor"})

AGENTS = frozenset(
    "sponsor sponsors sponsor-investigator investigator investigators subinvestigator coinvestigator manufacturer "
    "manufacturers applicant applicants holder holders importer importers exporter exporters distributor distributors "
    "packer packers repackager relabeler processor processors operator operators owner owners person persons people "
    "individual individuals anyone someone personnel employee employees supervisor supervisors physician physicians "
    "practitioner practitioners pharmacist pharmacists pharmacy pharmacies veterinarian veterinarians nurse dentist "
    "prescriber registrant registrants establishment-operator licensee licensees permittee firm firms company "
    "companies corporation partnership institution institutions hospital hospitals university laboratory laboratories "
    "retailer retailers wholesaler wholesalers dispenser dispensers shipper warehouseman agent agents representative "
    "representatives director directors manager managers management monitor monitors auditor auditors inspector "
    "inspectors officer officers official officials reviewer reviewers committee committees board boards irb irbs "
    "irb/iec iec dsmb dmc body bodies authority authorities agency agencies fda dea ema administration administrator "
    "commission commissioner secretary attorney court judge department bureau center office state states council "
    "government governments mdcg eudamed-controller chairperson chairman chair member members staff team teams group- "
    "leader counsel party parties petitioner petitioners requester requestor respondent participant-sponsor appellant "
    "submitter submitters user users assembler assemblers initial-importer specification-developer reprocessor "
    "supplier suppliers vendor vendors contractor contractors subcontractor consultant cro cros qppv marketing- "
    "authorisation-holder mah expert experts advocate parent parents guardian guardians subject's-representative "
    "witness student donor donors bidder purchaser purchasers buyer seller sellers customer facility-operator grower "
    "producer producers refiner renderer clinician clinicians unit specialist specialists scientist technologist "
    "technician technicians operator-in-charge organization organizations organisation organisations assessor "
    "assessors rapporteur panel panels entity entities researcher researchers developer developers innovator drafter "
    "president employer employers designee custodian receiver addressee recipient-firm trainee qp cdrh cber cder cvm "
    "ich eu nmpa hhs usda wholesale-distributor dealer dealers originator publisher requestors sponsors-investigators "
    "patient patients physician-investigator labeler labelers relabelers repacker repackers repackagers salvager salvagers "
    "subinvestigators wholesale-distributors subcontractors consultants prescribers nurses dentists shippers "
    "transporter transporters loader loaders growers harvester harvesters advertiser advertisers "
    "warehousemen certifier certifiers trainees".split()
)
"""Nouns for persons and bodies that can owe a duty."""

AGENCIES = frozenset(
    "fda dea ema agency administration administrator commission commissioner secretary we director directors center "
    "office bureau department cdrh cber cder cvm committee panel mdcg authority authorities officer court staff "
    "official officials".split()
)
"""Bodies whose "will" is a duty."""
