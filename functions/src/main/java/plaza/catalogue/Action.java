package plaza.catalogue;

/// An operation on items, as IAM names it.
public enum Action {
    GET_ITEM("dynamodb:GetItem"),
    BATCH_GET_ITEM("dynamodb:BatchGetItem"),
    QUERY("dynamodb:Query"),
    PUT_ITEM("dynamodb:PutItem"),
    UPDATE_ITEM("dynamodb:UpdateItem"),
    DELETE_ITEM("dynamodb:DeleteItem"),
    CONDITION_CHECK_ITEM("dynamodb:ConditionCheckItem"),
    BATCH_WRITE_ITEM("dynamodb:BatchWriteItem"),
    SCAN("dynamodb:Scan");

    private final String iam;

    Action(String iam) {
        this.iam = iam;
    }

    /// The action's name in a policy.
    public String iam() {
        return iam;
    }
}
