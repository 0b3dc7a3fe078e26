// name: counts_by_relationship
// answers: how many relationships of each type
MATCH ()-[r]->()
RETURN type(r) AS relationship, count(*) AS relationships
ORDER BY relationship
